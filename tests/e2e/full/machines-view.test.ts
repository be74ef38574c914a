import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openWindow, type ScriptedWindow } from '../../support/browser-window.ts';
import { Looker } from '../../support/look.ts';
import {
  noMachinesJoin,
  type ScriptedMachines,
  scriptedMachine,
} from '../../support/scripted/machines.ts';
import { field, goTo, rows, runButton, said } from '../../support/views.ts';
import {
  chooseExisting,
  listen,
  noServer,
  walkMachines,
  writeExperiment,
} from '../../support/walk/machines.ts';

const table = 'Machines that have joined';
let browser: Browser;
let open: ScriptedWindow;
let page: Page;
let machines: ScriptedMachines;

async function openAnew(): Promise<void> {
  await open?.close();
  machines = noMachinesJoin();
  open = await openWindow(browser, { route: '#/machines', runs: 1, pace: 20, hold: 20, machines });
  page = open.page;
}

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => {
  await open?.close();
  await browser?.close();
});

describe('the Machines view', () => {
  it('is drawn as it should be in every state, light and dark, small and large', async () => {
    await openAnew();
    const looker = new Looker(page);
    await walkMachines(page, machines, looker.look);
    expect(looker.complaints()).toEqual([]);
    expect(open.problems).toEqual([]);
  });

  it('lets machines join by a NATS server that runs already', async () => {
    await openAnew();
    machines.state.obstacle = noServer;
    await page.getByRole('button', { name: 'Add machines' }).click();
    await page.getByRole('dialog').getByText(noServer.message).waitFor();
    await chooseExisting(page);
    await page.getByRole('dialog').getByText(noServer.message).waitFor({ state: 'detached' });
    await page.getByLabel('Addresses of the server or cluster').fill('nats://me:secret@n1');
    await page.getByLabel('File with credentials').fill('/home/me/controller.creds');
    await page.keyboard.press('Enter');
    await page.getByText('user and password have their own file').waitFor();
    expect(machines.state.listening).toBeNull();
    const nats = 'nats://n1.example.org, nats://n2.example.org';
    await page.getByLabel('Addresses of the server or cluster').fill(nats);
    await page.keyboard.press('Enter');
    await page.getByText(`wirebench agent --join ${nats} --token nats.`).waitFor();
    expect(machines.state.listening?.nats).toEqual({
      nats,
      credentials: '/home/me/controller.creds',
    });
    await page.getByText('WIREBENCH_NATS_LOGIN').waitFor();
    await page.getByRole('button', { name: 'Change the address' }).click();
    const addresses = page.getByLabel('Addresses of the server or cluster');
    expect(await addresses.inputValue()).toBe(nats);
  });

  it('says what hinders joining, as the engine does, and lets the user try all the same', async () => {
    await openAnew();
    machines.state.obstacle = noServer;
    await page.getByRole('alert').getByText(noServer.hint).waitFor();
    machines.refusal = {
      code: 'MACHINES_UNAVAILABLE',
      message: 'Port 4222 is in use',
      hint: 'Choose another.',
    };
    await page.getByRole('button', { name: 'Add machines' }).click();
    await page.getByRole('button', { name: 'Listen', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Add machines' });
    await dialog.getByText('Port 4222 is in use').waitFor();
    machines.refusal = null;
    await dialog.getByRole('button', { name: 'Listen', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No machine has joined yet').waitFor();
  });

  it('follows machines as they come, are held, load and go, and keeps those that are gone', async () => {
    await openAnew();
    await listen(page);
    const { state } = machines;
    const north = scriptedMachine(0, 'north');
    const south = scriptedMachine(1, 'south', { clock: null });
    state.machines = [north, south];
    const row = (name: string) => rows(page, table).filter({ hasText: name });
    await row('north').getByText('Free', { exact: true }).waitFor();
    // A clock that nobody has looked at has no figures.
    expect(await row('south').getByText('–', { exact: true }).count()).toBe(2);
    expect(await row('north').getByText('–', { exact: true }).count()).toBe(0);
    state.machines = [{ ...north, isFree: false }, south];
    await row('north').getByText('Held by a run').waitFor();
    state.machines = [{ ...north, isFree: false, loading: true }, south];
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
    await openAnew();
    await listen(page);
    machines.state.machines = [scriptedMachine(0, 'north', { isFree: false })];
    await rows(page, table).first().waitFor();
    machines.refusal = {
      code: 'RUN_BUSY',
      message: 'A run holds machines; stop it or wait for it to finish',
    };
    const stop = page.getByRole('button', { name: 'Stop listening' });
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

describe('a run of several machines', () => {
  it('is led from the form and from its refusal to the view, waits there in sight, and begins', async () => {
    await openAnew();
    await writeExperiment(page);
    await field(page, 'Machines').waitFor();
    const form = page.getByRole('form', { name: 'Experiment' });
    await form.getByText('No machine can join yet.').waitFor();
    await runButton(page).click();
    const told = page.getByRole('alert').filter({ hasText: 'The run did not start' });
    await told.getByRole('link', { name: 'Add machines' }).click();
    await listen(page);
    await goTo(page, 'Editor').click();
    await form.getByText('None is free now. A run waits for 3 machines.').waitFor();
    await runButton(page).click();
    await page.getByText('None of 3 is there yet.').waitFor();
    const waiting = page.getByRole('region', { name: 'Machines' });
    await waiting.getByText(machines.state.listening?.line ?? 'no line').waitFor();
    const { state } = machines;
    state.machines = [scriptedMachine(0, 'north')];
    await page.getByText('1 of 3 is there: north.').waitFor();
    state.machines = ['north', 'south', 'west'].map((name, place) => scriptedMachine(place, name));
    await waiting.waitFor({ state: 'detached' });
    await page.getByRole('progressbar', { name: 'Running trial' }).waitFor();
  });

  it('can be stopped while it waits', async () => {
    await openAnew();
    await listen(page);
    await writeExperiment(page);
    await runButton(page).click();
    await page.getByText('None of 3 is there yet.').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await said(page, /^Stopped:/).waitFor();
    await page.getByRole('region', { name: 'Machines' }).waitFor({ state: 'detached' });
    expect(open.problems).toEqual([]);
  });
});
