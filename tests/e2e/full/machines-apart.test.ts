import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium, openWindow, type ScriptedWindow } from '../../support/browser-window.ts';
import { Looker } from '../../support/look.ts';
import {
  noMachinesJoin,
  type ScriptedMachines,
  scriptedMachine,
} from '../../support/scripted/machines.ts';
import { field, goTo, rows, source } from '../../support/views.ts';
import { listen } from '../../support/walk/machines.ts';

const shared = `wirebench: 1
name: On one machine
factors: {protocol: [rest, grpc], shape: [small], users: [10]}
load: {model: closed, duration: 5s}
`;
const apart = `${shared}target: {on: north}\n`;

let browser: Browser;
let open: ScriptedWindow;
let page: Page;
let machines: ScriptedMachines;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await open?.close();
  await browser?.close();
});
beforeEach(async () => {
  await open?.close();
  machines = noMachinesJoin();
  const experiments = [shared, apart];
  open = await openWindow(browser, {
    route: '#/result/given-0',
    experiments,
    runs: 1,
    machines,
    findings: true,
  });
  page = open.page;
});

const again = () =>
  page.getByRole('button', { name: 'Measure again with the service on another machine' });

describe('a result whose client and service shared cores', () => {
  it('leads to a machine that can join, and then to the experiment with the service there', async () => {
    await page.getByText('Client and service shared 2 cores').waitFor();
    await again().press('Enter');
    const told = page.getByRole('alert').filter({ hasText: 'The service needs its own machine' });
    const back = told.getByRole('link', { name: 'Back to the result' });
    expect(await back.getAttribute('href')).toBe('#/result/given-0');
    await page.getByRole('heading', { name: 'This computer generates all load' }).waitFor();
    await listen(page);
    machines.state.machines = [
      scriptedMachine(0, 'busy', { isFree: false, loading: true }),
      scriptedMachine(1, 'north'),
    ];
    await page.goto(`${open.url}#/result/given-0`);
    await again().click();
    await page.getByText('The service is to run on north. Press Run').waitFor();
    const machine = page.getByRole('textbox', { name: 'Machine of the services' });
    const named = machine.or(page.getByRole('combobox', { name: 'Machine of the services' }));
    await expect.poll(() => named.inputValue()).toBe('north');
    await page.getByText('It has joined.').waitFor();
    await expect.poll(() => source(page).innerText()).toContain('target: {on: north}');
    await page
      .getByText(/^Starts and loads the REST and gRPC services on north with 10 users/)
      .waitFor();
    expect(open.problems).toEqual([]);
  });

  it('does not offer it where the service ran on another machine', async () => {
    await page.goto(`${open.url}#/result/given-1`);
    await page.getByRole('region', { name: 'Finding' }).waitFor();
    expect(await again().count()).toBe(0);
  });

  it('is drawn as it should be, as is the choice of a machine, light and dark', async () => {
    const looker = new Looker(page);
    await again().waitFor();
    await looker.look('result-shared-cores');
    await goTo(page, 'Machines').click();
    await listen(page);
    machines.state.machines = [
      scriptedMachine(0, 'north', { isFree: false, serving: true }),
      scriptedMachine(1, 'south'),
    ];
    const beside = scriptedMachine(2, 'database');
    const watching = { parts: [], missing: [] };
    machines.state.machines.push({
      ...beside,
      isFree: false,
      facts: { ...beside.facts, watching },
    });
    await page.getByText('Running the service').waitFor();
    await page.getByText('Watching', { exact: true }).waitFor();
    await looker.look('machines-other-side');
    await page.goto(`${open.url}#/result/given-0`);
    await again().click();
    await field(page, 'Target').scrollIntoViewIfNeeded();
    await page.getByText('It has joined.').waitFor();
    await looker.look('experiment-service-elsewhere');
    await page.goto(`${open.url}#/result/given-1`);
    await rows(page, 'All trials').first().click();
    const trial = page.getByRole('dialog');
    await trial.getByText('on north: 8 cores of Scripted CPU, 0.218 ms there and back').waitFor();
    await rows(page, 'Beside the service').getByText('container 3f2a9c1b').scrollIntoViewIfNeeded();
    await trial.getByRole('figure', { name: 'database, network' }).waitFor();
    await looker.look('trial-other-side');
    await page.keyboard.press('Escape');
    expect(looker.complaints()).toEqual([]);
    expect(open.problems).toEqual([]);
  });
});
