import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { type MadeToolchain, madeToolchain } from '../../support/made-toolchain.ts';
import { openChromium, type WorkbenchWindow } from '../../support/shells.ts';
import { field, goTo } from '../../support/views.ts';

/** One window over a real engine: each test goes on where the one before has ended. */
let home: string;
let window: WorkbenchWindow;
let page: Page;

const table = () => page.getByRole('table', { name: 'Bundled services' });
const row = (name: string) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `${name} service`, exact: true }) });
const select = (name: string) =>
  page.getByRole('button', { name: `${name} service`, exact: true }).click();

let made: MadeToolchain;

beforeAll(async () => {
  home = makeFolder();
  made = madeToolchain();
  window = await openChromium(home);
  page = window.page;
  await goTo(page, 'Services').click();
});
afterAll(async () => {
  await window?.close();
  made.restore();
  removeFolder(home);
  expect(window.problems).toEqual([]);
});

describe('the Services view', () => {
  it('starts a service by keyboard and shows its address, figures and calls', async () => {
    await row('REST').getByText('Stopped').waitFor();
    await page.getByRole('button', { name: 'Start the REST service' }).focus();
    await page.keyboard.press('Enter');
    await row('REST').getByText('Running').waitFor();
    await row('REST').getByText('MB').waitFor();
    const address = await page
      .getByText(/^http:\/\/127\.0\.0\.1:\d+$/)
      .first()
      .innerText();
    const answer = await fetch(`${address}/products/echo`, { method: 'POST', body: 'nonsense' });
    expect(answer.status).toBe(400);
    await page.getByText('1 request answered').waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    await page.getByRole('log').getByText('POST /products/echo').waitFor();
    await expect.poll(() => page.getByRole('log').innerText()).toContain('client error');
  });

  it('starts it anew over TLS, and saves the certificate to trust', async () => {
    await page.getByRole('combobox', { name: 'TLS' }).click();
    await page.getByRole('option', { name: 'TLS 1.3' }).click();
    await page.getByRole('button', { name: 'Restart' }).click();
    await row('REST').getByText('TLS', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Addresses' }).click();
    await page.getByText('--cacert').first().waitFor();
    await page.getByRole('tab', { name: 'Certificate' }).click();
    const saved = await window.saving(() =>
      page.getByRole('button', { name: 'Save the authority’s certificate…' }).click(),
    );
    expect(saved.bytes.toString()).toBe(readFileSync(`${home}/tls/ca.pem`, 'utf8'));
  });

  it('shows and saves interface files', async () => {
    await select('gRPC');
    await page.getByRole('tab', { name: 'Interface file' }).click();
    await page.getByRole('region', { name: 'product.proto' }).getByText('ProductService').waitFor();
    const saved = await window.saving(() => page.getByRole('button', { name: 'Save…' }).click());
    expect(saved).toMatchObject({ name: 'product.proto' });
  });

  it('starts another workload, with its own calls and interface file', async () => {
    await select('GraphQL');
    await page.getByRole('combobox', { name: 'Workload' }).click();
    await page.getByRole('option', { name: 'inventory' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await row('GraphQL').getByText('Running').waitFor();
    await row('GraphQL').getByText('inventory', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Interface file' }).click();
    const file = page.getByRole('region', { name: 'inventory.graphql' });
    await file.getByText('The inventory workload').waitFor();
    await page.getByRole('button', { name: 'Stop the GraphQL service' }).click();
    await row('GraphQL').getByText('Stopped').waitFor();
  });

  it('says why a service crashed and starts it again', async () => {
    await select('REST');
    const label = page.getByText('Process', { exact: true });
    const pid = await label.locator('xpath=following-sibling::*[1]').innerText();
    process.kill(Number(pid), 'SIGKILL');
    await page.getByRole('alert').getByText('The process was ended by SIGKILL.').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await row('REST').getByText('Running').waitFor();
  });

  it('refuses a wrong target, and checks a right one step by step', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New remote target' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('<b>Basement</b>');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter an address for at least one protocol.').waitFor();
    await dialog.getByRole('textbox', { name: 'REST address' }).fill('http://127.0.0.1:1');
    await dialog.getByRole('textbox', { name: 'gRPC address' }).fill('bench.invalid:50051');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No load goes to bench.invalid before you have confirmed').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    const check = page.getByRole('region', { name: 'Check of http://127.0.0.1:1' });
    await check.getByText('Nothing is listening on this port').waitFor();
    await page.getByRole('button', { name: 'Confirm…' }).click();
    await page.getByRole('button', { name: 'I am allowed to load this host' }).click();
    await page.getByText('You have confirmed that you are allowed to load bench.invalid').waitFor();
  });

  it('puts the target into the editor, which warns of services that run by hand', async () => {
    await page.getByRole('button', { name: 'Use in the editor' }).click();
    await page.getByText('at the addresses given').waitFor();
    const picked = page.getByRole('combobox', { name: 'Saved target' });
    await expect.poll(() => picked.inputValue()).toBe('<b>Basement</b>');
    await expect
      .poll(() => field(page, 'Address of the grpc service').inputValue())
      .toBe('bench.invalid:50051');
    const advice = page.getByRole('list', { name: 'Notes' });
    await advice.getByText('nothing limits the load').waitFor();
    await advice.getByText('The REST service was started by hand').waitFor();
    await advice.getByRole('button', { name: 'Stop it' }).click();
    await advice.getByText('The REST service was started by hand').waitFor({ state: 'detached' });
  });

  it('builds a stack as one watches, stops it, and tells the form', async () => {
    await goTo(page, 'Services').click();
    const stacks = page.getByRole('table', { name: 'Stacks' });
    const rust = stacks.getByRole('row').filter({ hasText: 'Rust' });
    await rust.getByText('cargo 1.99.0').waitFor();
    await rust.getByText('Not built').waitFor();
    const build = page.getByRole('region', { name: 'Build' });
    await rust.getByRole('button', { name: 'Build the Rust services' }).click();
    await build.getByText('Compiling wirebench').waitFor();
    await build.getByRole('button', { name: 'Stop' }).click();
    await build.getByText('The build of the Rust services was stopped.').waitFor();
    made.breaks();
    await rust.getByRole('button', { name: 'Build the Rust services' }).click();
    const alert = build.getByRole('alert');
    await alert.getByText('cargo build ended with code 101. (STACK_BUILD_FAILED)').waitFor();
    await build.getByText('error: no such crate').waitFor();
    made.finish();
    await rust.getByRole('button', { name: 'Build the Rust services' }).click();
    await build.getByText('The Rust services are built.').waitFor();
    await rust.getByText('Built', { exact: true }).waitFor();
  });

  it('removes a target and puts it back', async () => {
    await goTo(page, 'Services').click();
    await row('REST').getByText('Stopped').waitFor();
    await page.getByRole('button', { name: '<b>Basement</b>', exact: true }).click();
    await page.getByRole('button', { name: 'Remove <b>Basement</b>' }).click();
    await page.getByRole('heading', { name: 'No remote targets' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('table', { name: 'Remote targets' })
      .getByText('<b>Basement</b>')
      .waitFor();
  });
});
