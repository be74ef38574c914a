import type { Page } from 'playwright-core';
import { goTo } from '../views.ts';
import type { WalkContext } from './context.ts';

const serviceRow = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Bundled services' })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `${name} service`, exact: true }) });

/** The pid of a service, as its pane shows it. */
async function processOf(page: Page): Promise<number> {
  const label = page.getByText('Process', { exact: true });
  return Number(await label.locator('xpath=following-sibling::*[1]').innerText());
}

async function addTarget(page: Page, name: string, rest: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New remote target' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('textbox', { name: 'REST address' }).fill(rest);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function check(page: Page, verdict: string): Promise<void> {
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page
    .getByRole('region', { name: /^Check of / })
    .getByText(verdict)
    .first()
    .waitFor();
}

/** Leads a window through every state of the Services view, and stops everything it started. */
export async function walkServices({ window: { page }, look }: WalkContext): Promise<void> {
  await goTo(page, 'Services').click();
  await page.getByRole('heading', { name: 'No remote targets' }).waitFor();
  await look('services-stopped');
  await page.getByRole('button', { name: 'Start all' }).click();
  for (const name of ['REST', 'SOAP', 'gRPC']) {
    await serviceRow(page, name).getByText('Running').waitFor();
  }
  await serviceRow(page, 'REST').getByText('MB').waitFor();
  const address = await page
    .getByText(/^http:\/\/127\.0\.0\.1:\d+$/)
    .first()
    .innerText();
  await look('services-running');
  for (const tab of ['Certificate', 'Interface file', 'Log']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).getByRole('button').first().waitFor();
    await look(`services-${tab.split(' ')[0]?.toLowerCase()}`);
  }
  await walkTargets({ page, look, address });
  await page.getByRole('button', { name: 'SOAP service', exact: true }).click();
  process.kill(await processOf(page), 'SIGKILL');
  await page.getByRole('alert').getByText('SIGKILL').waitFor();
  await look('services-crashed');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await serviceRow(page, 'gRPC').getByText('Stopped').waitFor();
  await serviceRow(page, 'REST').getByText('Stopped').waitFor();
}

interface TargetWalk extends Pick<WalkContext, 'look'> {
  readonly page: Page;
  /** The pane of a running service. */
  readonly address: string;
}

async function walkTargets({ page, look, address }: TargetWalk): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New remote target' });
  await dialog.getByRole('textbox', { name: 'gRPC address' }).fill('http://nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('expected an address').waitFor();
  await look('services-target-dialog');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await addTarget(page, 'This machine', address);
  await check(page, 'Reachable');
  await look('services-target-reachable');
  await addTarget(page, 'Nobody there', 'http://localhost:1');
  await check(page, 'Unreachable');
  await look('services-target-unreachable');
}
