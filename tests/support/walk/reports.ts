import { goTo, title } from '../views.ts';
import type { WalkContext } from './context.ts';

/** Every state of the Reports view, over an engine that has at least one run. */
export async function walkReports({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Reports').click();
  await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
  await look('reports-empty');
  await page.getByRole('button', { name: 'New report' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByRole('checkbox').first().check();
  await look('reports-new');
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('listitem', { name: 'Figure 1' }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  await look('reports-composer');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('');
  await page.getByText('Not saved: add a title').waitFor();
  await look('reports-untitled');
  await page
    .getByRole('textbox', { name: 'Title', exact: true })
    .fill('Which protocol for the catalogue?');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'All reports' }).click();
  await page.getByRole('link', { name: 'Which protocol for the catalogue?' }).waitFor();
  await look('reports-list');
  await page.evaluate("location.hash = '#/reports/not-there'");
  await page.getByRole('heading', { name: 'The report could not be read' }).waitFor();
  await look('reports-failed');
  await goTo(page, 'Reports').click();
  await title(page).filter({ hasText: 'Reports' }).waitFor();
}
