import type { Page } from 'playwright-core';
import { type ScriptedMachines, scriptedMachine } from '../scripted/machines.ts';
import { field, goTo, rows, runButton, source } from '../views.ts';
import type { Look } from './context.ts';

const experiment = `wirebench: 1
name: From three machines
factors: {protocol: [rest, grpc], shape: [small], users: [300]}
load: {model: closed, duration: 20s}
machines: 3
`;

/** Status of a computer without nats-server. */
export const noServer = {
  code: 'MACHINES_UNAVAILABLE',
  message: 'nats-server is not installed on this machine',
  hint: 'Install it (apt install nats-server), or name it by WIREBENCH_NATS_SERVER.',
} as const;

const table = 'Machines that have joined';

export async function writeExperiment(page: Page, text = experiment): Promise<void> {
  await goTo(page, 'Editor').click();
  await source(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  await runButton(page).and(page.locator(':enabled')).waitFor();
}

/** Chooses an existing NATS server in the dialog. */
export async function chooseExisting(page: Page): Promise<void> {
  await page.getByText('A NATS server that runs already', { exact: true }).click();
  await page.getByLabel('Addresses of the server or cluster').waitFor();
}

/** Opens the dialog and listens at the address that it proposes. */
export async function listen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add machines' }).click();
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('No machine has joined yet').waitFor();
}

/**
 * Leads a window over a scripted engine through every state of the Machines view and of a run that waits for machines.
 * @param machines those of the engine, which does not listen yet.
 */
export async function walkMachines(
  page: Page,
  machines: ScriptedMachines,
  look: Look,
): Promise<void> {
  const { state } = machines;
  state.obstacle = noServer;
  await goTo(page, 'Machines').click();
  await page.getByRole('alert').getByText(noServer.message).waitFor();
  await look('machines-obstacle');
  state.obstacle = null;
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await look('machines-empty');
  await walkRefused(page, look);
  await page.getByRole('button', { name: 'Add machines' }).click();
  await page.getByRole('dialog').getByLabel('Address of this computer').fill('http://lab');
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await page.getByText('expected an address without a scheme').waitFor();
  await look('machines-dialog');
  await chooseExisting(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('expected addresses, with commas between them').waitFor();
  await look('machines-dialog-existing');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await listen(page);
  await look('machines-none');
  await walkAwaited(page, machines, look);
  await goTo(page, 'Machines').click();
  state.machines = manyMachines();
  await page.getByText('9 machines, 1 free').waitFor();
  state.machines = state.machines.filter(({ facts }) => facts.name !== 'load-3');
  await rows(page, table).getByText('Gone').waitFor();
  await look('machines-full');
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await page.getByRole('dialog', { name: 'Stop listening?' }).waitFor();
  await look('machines-stop');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A run that asks for machines while the engine does not listen. */
async function walkRefused(page: Page, look: Look): Promise<void> {
  await writeExperiment(page);
  await field(page, 'Machines').scrollIntoViewIfNeeded();
  await page.getByText('No machine can join yet.').waitFor();
  await look('machines-form');
  await runButton(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The run did not start' });
  await alert.waitFor();
  await look('machines-unavailable');
  await alert.getByRole('link', { name: 'Add machines' }).click();
  await alert.getByRole('button', { name: 'Close' }).click();
}

async function walkAwaited(page: Page, { state }: ScriptedMachines, look: Look): Promise<void> {
  state.machines = [scriptedMachine(0, 'north'), scriptedMachine(1, 'south', { clock: null })];
  await rows(page, table).nth(1).waitFor();
  await look('machines-joined');
  await goTo(page, 'Editor').click();
  await runButton(page).click();
  await page.getByText('2 of 3 are there: north and south.').waitFor();
  await look('run-awaits-machines');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('2 of 3 are there').waitFor({ state: 'detached' });
}

function manyMachines() {
  const held = { isFree: false, loading: true };
  const names = ['load-1', 'load-2', 'load-3', 'load-4', 'load-5', 'load-6', 'load-7'];
  const cloud = scriptedMachine(7, 'ip-10-0-17-204.eu-central-1.compute.internal', {
    ...held,
    clock: { offsetMs: -81_233.2, errorMs: 6.02, roundTripMs: 12.04 },
  });
  return [
    ...names.map((name, place) => scriptedMachine(place, name, held)),
    {
      ...cloud,
      facts: {
        ...cloud.facts,
        cores: 192,
        threads: 191,
        memoryBytes: 768e9,
        cpu: 'AMD EPYC 9R14 96-Core Processor',
      },
    },
    scriptedMachine(8, 'spare', { clock: null }),
  ];
}
