import { goTo, scrollTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The Studies view: the first study with its experiments, then the table with a borrowed figure. */
export async function walkStudies({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Studies').click();
  await page.getByRole('table', { name: 'Highest throughput' }).waitFor();
  await look('studies');
  await page.getByRole('navigation', { name: 'Studies' }).getByText('VU 2020').click();
  // Not the marks of the previous study, which disappear with it.
  const study = page.getByRole('region', { name: 'VU 2020', exact: true });
  await scrollTo(study.getByRole('list', { name: 'Marks' }));
  await look('studies-table', 'elsewhere');
}
