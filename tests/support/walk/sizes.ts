import { waitMs } from '../timeouts.ts';
import { goTo, scrollTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The Sizes view: empty, measured, and a message byte by byte. */
export async function walkSizes({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Sizes').click();
  await page.getByRole('heading', { name: 'Nothing measured yet' }).waitFor();
  await look('sizes-empty');
  await page.getByRole('button', { name: /^Measure/ }).click();
  await page.getByRole('figure', { name: 'small, both directions' }).waitFor({ timeout: waitMs });
  await look('sizes');
  await scrollTo(page.getByRole('region', { name: 'Byte inspector' }));
  await page
    .getByRole('row', { name: /tag: field/ })
    .first()
    .focus();
  await look('sizes-inspector');
}
