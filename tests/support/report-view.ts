import type { Page } from 'playwright-core';

/** The Reports view, by role and name. */

/** Creates a report of the first run in the list, with keys only. */
export async function makeReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New report' }).first().focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Create report' }).press('Enter');
  await preview(page).getByRole('heading', { level: 1 }).waitFor();
  await block(page, 'Figure 1').waitFor();
}

export const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the report"]');
export const block = (page: Page, name: string) =>
  page.getByRole('listitem', { name, exact: true });
