import { goTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The Settings view, its dialogs and messages, and the command palette. */
export async function walkSettings({ window, look }: WalkContext): Promise<void> {
  const { page } = window;
  await goTo(page, 'Settings').click();
  await page.getByRole('region', { name: 'Versions' }).getByText('0.').first().waitFor();
  await look('settings');
  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByText(/has no address for update|does not check for updates/).waitFor();
  await look('settings-no-update');
  const folder = page.getByRole('textbox', { name: 'Experiments folder' });
  const before = await folder.inputValue();
  await folder.fill('/no/such/folder');
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await page.getByText('There is no folder /no/such/folder').waitFor();
  await look('settings-wrong-folder');
  await folder.fill(before);
  await page.getByRole('button', { name: 'Reset settings' }).click();
  await page.getByRole('dialog', { name: 'Reset the settings?' }).waitFor();
  await look('settings-reset');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  const typed = page.getByRole('combobox', { name: /Find a command/ });
  await typed.waitFor();
  await look('palette');
  await typed.fill('stu');
  await look('palette-found');
  await typed.fill('qqqq');
  await page.getByText('No matches.').waitFor();
  await look('palette-nothing');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
