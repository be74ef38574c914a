import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { goTo, runButton } from '../views.ts';
import type { WalkContext } from './context.ts';

/** The folder of the window's collection, as the view shows it. */
async function folderOf(page: Page): Promise<string> {
  return page.getByRole('region', { name: 'Yours' }).locator('header span').innerText();
}

/** Leads a window through every state of the Experiments view, and the additions of the editor. */
export async function walkExperiments({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Experiments').click();
  await page.getByRole('heading', { name: 'No experiments of your own yet' }).waitFor();
  await look('experiments-empty');
  await page.getByRole('button', { name: 'Copy a built-in experiment' }).click();
  await page.getByRole('menuitem', { name: 'First look' }).waitFor();
  await look('experiments-copy');
  await page.getByRole('menuitem', { name: 'First look' }).click();
  const own = page.getByRole('region', { name: 'Yours' });
  await own.getByRole('listitem').first().waitFor();
  await addWrongFile(page);
  await look('experiments-full');
  await own.getByRole('button', { name: 'More for “First look”' }).first().click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog', { name: 'Rename the experiment' }).waitFor();
  await look('experiments-rename');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No experiment matches' }).waitFor();
  await look('experiments-no-match');
  await page.getByRole('button', { name: 'Show all' }).click();
  await walkEditor(page, look);
}

/** A file that is no experiment, beside the others. */
async function addWrongFile(page: Page): Promise<void> {
  const folder = await folderOf(page);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'half-done.bench.yaml'),
    'wirebench: 1\nname: Half done\nfactors: {}\n',
  );
  copyFileSync(join(folder, 'first-look.bench.yaml'), join(folder, 'another.bench.yaml'));
  await page.evaluate('window.dispatchEvent(new Event("focus"))');
  await page.getByText('Half done').waitFor();
}

async function walkEditor(page: Page, look: WalkContext['look']): Promise<void> {
  const studies = page.getByRole('region', { name: 'Built in: KTH 2024' });
  await studies
    .getByRole('button', { name: 'KTH 2024, throughput and latency', exact: true })
    .click();
  await runButton(page).and(page.locator(':enabled')).waitFor();
  await page.getByRole('region', { name: 'Expected load' }).waitFor();
  await look('editor-plan');
  await page.getByRole('button', { name: 'About Warm-up' }).click();
  await page.getByText('excluded from every figure').last().waitFor();
  await look('editor-explained');
  await page.keyboard.press('Escape');
}
