import { goTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The views of a new user: the Start view, no runs, and the help. */
export async function walkNewcomer({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Start').click();
  await page.getByText('No runs yet.').waitFor();
  await page.getByRole('region', { name: 'Built in', exact: true }).waitFor();
  await look('start-empty');
  await goTo(page, 'History').click();
  await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
  await look('history-none');
  await goTo(page, 'Help').click();
  await page.getByRole('heading', { name: 'Glossary' }).waitFor();
  await look('help-glossary');
  await page.getByRole('link', { name: 'What the results mean' }).click();
  await page.getByRole('heading', { name: 'A trial in time' }).waitFor();
  await look('help-page');
}
