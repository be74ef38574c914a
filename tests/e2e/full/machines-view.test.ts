import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineWindow } from '../../support/engine-window.ts';
import { engineWindows } from '../../support/engine-windows.ts';
import { Looker } from '../../support/look.ts';
import {
  noMachinesJoin,
  type ScriptedMachines,
  scriptedMachine,
  scriptedMachines,
} from '../../support/scripted/machines.ts';
import { field, goTo, rows, runButton, source, writeSource } from '../../support/views.ts';

const severalMachines = `wirebench: 1
name: From three machines
factors: {protocol: [rest, grpc], shape: [small], users: [300]}
load: {model: closed, duration: 20s}
machines: 3
`;
const shared = `wirebench: 1
name: On one machine
factors: {protocol: [rest, grpc], shape: [small], users: [10]}
load: {model: closed, duration: 5s}
`;

/** Status of a computer without nats-server. */
const noServer = {
  code: 'MACHINES_UNAVAILABLE',
  message: 'nats-server is not installed on this machine',
  hint: 'Install it (apt install nats-server), or name it by WIREBENCH_NATS_SERVER.',
} as const;

const open = engineWindows();
let window: EngineWindow;
let page: Page;
let machines: ScriptedMachines;
let looker: Looker;

beforeEach(async () => {
  machines = noMachinesJoin();
  window = await open({
    route: '#/machines',
    experiments: [shared, shared],
    calls: (api) => ({ machines: scriptedMachines(api, machines) }),
  });
  page = window.page;
  looker = new Looker(page);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) => rows(page, 'Machines that have joined').filter({ hasText: name });
const addresses = () => page.getByLabel('Addresses of the server or cluster');
const again = () => button('Measure again with the service on another machine');

/** Opens the dialog and listens at the address that it proposes. */
async function listen(): Promise<void> {
  await button('Add machines').click();
  await button('Listen').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('No machine has joined yet').waitFor();
}

async function chooseExisting(): Promise<void> {
  await page.getByText('An existing NATS server', { exact: true }).click();
  await addresses().waitFor();
}

const held = { isFree: false, loading: true };

function manyMachines() {
  const names = ['load-1', 'load-2', 'load-3', 'load-4', 'load-5', 'load-6', 'load-7'];
  const cloud = scriptedMachine(7, 'ip-10-0-17-204.eu-central-1.compute.internal', {
    ...held,
    clock: { offsetMs: -81_233.2, errorMs: 6.02, roundTripMs: 12.04 },
  });
  const large = { cores: 192, threads: 191, memoryBytes: 768e9, cpu: 'AMD EPYC 9R14 96-Core' };
  return [
    ...names.map((name, place) => scriptedMachine(place, name, held)),
    { ...cloud, facts: { ...cloud.facts, ...large } },
    scriptedMachine(8, 'spare', { clock: null }),
  ];
}

describe('the Machines view', () => {
  it('is drawn as it should be in every state, light and dark, small and large', async () => {
    const { look } = looker;
    const { state } = machines;
    state.obstacle = noServer;
    await page.getByRole('alert').getByText(noServer.message).waitFor();
    await look('machines-obstacle');
    state.obstacle = null;
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await look('machines-empty');
    await goTo(page, 'Editor').click();
    await writeSource(page, severalMachines);
    await field(page, 'Machines').scrollIntoViewIfNeeded();
    await page.getByText('No machine can join yet.').waitFor();
    await look('machines-form');
    await runButton(page).and(page.locator(':enabled')).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The run did not start' });
    await alert.waitFor();
    await look('machines-unavailable');
    await alert.getByRole('link', { name: 'Add machines' }).click();
    await alert.getByRole('button', { name: 'Close' }).click();
    await button('Add machines').click();
    await page.getByRole('dialog').getByLabel('Address of this computer').fill('http://lab');
    await button('Listen').click();
    await page.getByText('expected an address without a scheme').waitFor();
    await look('machines-dialog');
    await chooseExisting();
    await button('Connect').click();
    await page.getByText('expected addresses, with commas between them').waitFor();
    await look('machines-dialog-existing');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await listen();
    await look('machines-none');
    await goTo(page, 'Editor').click();
    await page.getByText('None is free now. A run waits for 3 machines.').waitFor();
    await goTo(page, 'Machines').click();
    state.machines = manyMachines();
    await page.getByText('9 machines, 1 free').waitFor();
    state.machines = state.machines.filter(({ facts }) => facts.name !== 'load-3');
    await row('load-3').getByText('Gone').waitFor();
    await look('machines-full');
    await button('Stop listening').click();
    await page.getByRole('dialog', { name: 'Stop listening?' }).waitFor();
    await look('machines-stop');
    expect(looker.complaints()).toEqual([]);
  });

  it('lets machines join by a NATS server that runs already', async () => {
    machines.state.obstacle = noServer;
    await button('Add machines').click();
    await page.getByRole('dialog').getByText(noServer.message).waitFor();
    await chooseExisting();
    await page.getByRole('dialog').getByText(noServer.message).waitFor({ state: 'detached' });
    await addresses().fill('nats://me:secret@n1');
    await page.getByLabel('File with credentials').fill('/home/me/controller.creds');
    await page.keyboard.press('Enter');
    await page.getByText('user and password have their own file').waitFor();
    expect(machines.state.listening).toBeNull();
    const nats = 'nats://n1.example.org, nats://n2.example.org';
    await addresses().fill(nats);
    await page.keyboard.press('Enter');
    await page.getByText(`npx wirebench agent --join ${nats} --token nats.`).waitFor();
    expect(machines.state.listening?.nats).toEqual({
      nats,
      credentials: '/home/me/controller.creds',
    });
    await page.getByText('WIREBENCH_NATS_LOGIN').waitFor();
    await button('Change the address').click();
    expect(await addresses().inputValue()).toBe(nats);
  });

  it('says what hinders joining, as the engine does, and lets the user try all the same', async () => {
    machines.state.obstacle = noServer;
    await page.getByRole('alert').getByText(noServer.hint).waitFor();
    const message = 'Port 4222 is in use';
    machines.refusal = { code: 'MACHINES_UNAVAILABLE', message, hint: 'Choose another.' };
    await button('Add machines').click();
    await button('Listen').click();
    const dialog = page.getByRole('dialog', { name: 'Add machines' });
    await dialog.getByText(message).waitFor();
    machines.refusal = null;
    await button('Listen').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No machine has joined yet').waitFor();
  });

  it('follows machines as they come, are held, load and go, and keeps those that are gone', async () => {
    await listen();
    const { state } = machines;
    const north = scriptedMachine(0, 'north');
    const south = scriptedMachine(1, 'south', { clock: null });
    state.machines = [north, south];
    await row('north').getByText('Free', { exact: true }).waitFor();
    // A clock that nobody has looked at has no figures.
    expect(await row('south').getByText('–', { exact: true }).count()).toBe(2);
    expect(await row('north').getByText('–', { exact: true }).count()).toBe(0);
    state.machines = [{ ...north, isFree: false }, south];
    await row('north').getByText('Held by a run').waitFor();
    state.machines = [{ ...north, ...held }, south];
    await row('north').getByText('Generating load').waitFor();
    state.machines = [south];
    await row('north').getByText('Gone', { exact: true }).waitFor();
    await row('north')
      .getByText(/^last seen \d\d:\d\d:\d\d$/)
      .waitFor();
    await page.getByText('1 machine, all free, 1 gone').waitFor();
    // Another view forgets nothing, and what goes meanwhile is missed.
    await goTo(page, 'Services').click();
    state.machines = [];
    await goTo(page, 'Machines').click();
    await row('south').getByText('Gone', { exact: true }).waitFor();
    await row('north').getByText('Gone', { exact: true }).waitFor();
    state.machines = [north];
    await row('north').getByText('Free', { exact: true }).waitFor();
  });

  it('asks before machines are let go, and says why a run keeps them', async () => {
    await listen();
    machines.state.machines = [scriptedMachine(0, 'north', { isFree: false })];
    await row('north').waitFor();
    const message = 'A run holds machines; stop it or wait for it to finish';
    machines.refusal = { code: 'RUN_BUSY', message };
    const stop = button('Stop listening').first();
    await stop.click();
    const dialog = page.getByRole('dialog', { name: 'Stop listening?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(machines.state.listening).not.toBeNull();
    await stop.click();
    await dialog.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByRole('alert').getByText('A run holds machines').waitFor();
    machines.refusal = null;
    await dialog.waitFor({ state: 'detached' });
    await stop.click();
    await dialog.getByRole('button', { name: 'Stop listening' }).click();
    await page.getByRole('heading', { name: 'This computer generates all load' }).waitFor();
  });
});

// What a run found where the service had a machine to itself is in `machines-join.test.ts`.
describe('a result whose client and service shared cores', () => {
  it('leads to a machine that can join, and then to the experiment with the service there', async () => {
    await page.goto(`${window.url}#/result/given-0`);
    await page.getByText('Client and service shared 4 cores').waitFor();
    await looker.look('result-shared-cores');
    await again().press('Enter');
    const told = page.getByRole('alert').filter({ hasText: 'The service needs its own machine' });
    const back = told.getByRole('link', { name: 'Back to the result' });
    expect(await back.getAttribute('href')).toBe('#/result/given-0');
    await page.getByRole('heading', { name: 'This computer generates all load' }).waitFor();
    await listen();
    const beside = scriptedMachine(2, 'database');
    const facts = { ...beside.facts, watching: { parts: [], missing: [] } };
    machines.state.machines = [
      scriptedMachine(0, 'busy', { isFree: false, serving: true }),
      scriptedMachine(1, 'north'),
      { ...beside, isFree: false, facts },
    ];
    await page.getByText('Running the service').waitFor();
    await page.getByText('Watching', { exact: true }).waitFor();
    await looker.look('machines-other-side');
    await page.goto(`${window.url}#/result/given-0`);
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
    await field(page, 'Target').scrollIntoViewIfNeeded();
    await looker.look('experiment-service-elsewhere');
    expect(looker.complaints()).toEqual([]);
  });
});
