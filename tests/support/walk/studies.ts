import { goTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The Studies view: the first study with its experiments, then the table with a borrowed figure. */
export async function walkStudies({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Studies').click();
  await page.getByRole('table', { name: 'Highest throughput' }).waitFor();
  await look('studies');
  await page.getByRole('navigation', { name: 'Studies' }).getByText('VU 2020').click();
  await page.getByRole('list', { name: 'Marks' }).scrollIntoViewIfNeeded();
  await look('studies-table', 'elsewhere');
}
