import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { Looker } from '../../support/look.ts';
import { startAgent, withoutNats } from '../../support/machines.ts';
import { type ShellUnderTest, shells, type WorkbenchWindow } from '../../support/shells.ts';
import { goTo, openFile, rows, runButton, said, seeEnd, seeFigures } from '../../support/views.ts';

const experiment = (machines: number, load: string, more = '') => `wirebench: 1
name: From several machines
factors: {protocol: rest, shape: small, users: 6}
load: {model: closed, warmUp: 0s, ${load}}
machines: ${machines}
${more}`;

const table = 'Machines that have joined';
const machine = (page: Page, name: string) => rows(page, table).filter({ hasText: name });

interface Opened extends WorkbenchWindow {
  readonly home: string;
}

async function openShell({ open }: ShellUnderTest): Promise<Opened> {
  const home = makeFolder();
  onTestFinished(() => removeFolder(home));
  const window = await open(home);
  onTestFinished(() => window.close());
  return { ...window, home };
}

/** Lets machines join by the window. @returns the words of its line behind `wirebench`. */
async function listen(page: Page): Promise<string[]> {
  await goTo(page, 'Machines').click();
  await page.getByRole('button', { name: 'Add machines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add machines' });
  await dialog.getByLabel('Address of this computer').fill('127.0.0.1');
  const port = String(await freePort());
  await dialog.getByLabel('Port').fill(port);
  expect(await dialog.getByLabel('Address of this computer').inputValue()).toBe('127.0.0.1');
  expect(await dialog.getByLabel('Port').inputValue()).toBe(port);
  await dialog.getByRole('button', { name: 'Listen', exact: true }).click();
  const line = page.getByText(/^npx wirebench agent --join \S+ --token \S+$/);
  const refused = dialog.getByRole('alert');
  await line.or(refused).first().waitFor();
  if (await refused.isVisible()) throw new Error(await refused.innerText());
  return (await line.innerText()).split(/\s+/).slice(2);
}

/** What an experiment may have a loss mean, and how that is seen in the Run view. */
interface Loss {
  readonly more: string;
  see(page: Page): Promise<void>;
}

const ends: Loss = {
  more: '',
  see: async (page) => {
    await machine(page, 'north').getByText('Free', { exact: true }).waitFor();
    await goTo(page, 'Run').click();
    await said(page, /^Failed:/).waitFor();
    await page.getByRole('alert').getByText(/west/).first().waitFor();
  },
};
const goesOn: Loss = {
  more: 'onMachineLoss: continue\n',
  see: async (page) => {
    await goTo(page, 'Run').click();
    await page
      .getByText(/Incomplete: west was lost/)
      .first()
      .waitFor();
    await goTo(page, 'Machines').click();
    await machine(page, 'north').getByText('Generating load').waitFor();
    await goTo(page, 'Run').click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await said(page, /^Stopped:/).waitFor();
  },
};

/** Opens an experiment and runs it; resolves when the run waits for machines or has begun. */
async function startRun(window: Opened, text: string): Promise<void> {
  const file = join(window.home, 'machines.bench.yaml');
  writeFileSync(file, text);
  await openFile(window, file);
  await runButton(window.page).click();
  await window.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
}

/** Makes a report of the run that ended, and opens it. @returns its page. */
async function makeReport(page: Page) {
  await goTo(page, 'Reports').click();
  await page.getByRole('button', { name: 'New report' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Create report' }).click();
  const report = page.frameLocator('iframe');
  await report.getByRole('heading', { level: 1 }).waitFor();
  return report;
}

describe.skipIf(withoutNats !== null)(
  `machines in the window${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    const [chromium, electron] = shells;

    it.each([
      { name: 'Chromium', shell: chromium, loss: ends },
      { name: 'Electron', shell: electron, loss: goesOn },
    ])('join, generate load, are lost and are told of, in $name', async ({ shell, loss }) => {
      if (!shell) throw new Error('There is no such shell');
      const window = await openShell(shell);
      const { page } = window;
      const joining = await listen(page);
      const held = experiment(3, 'duration: 10m, thinkTime: 4ms', loss.more);
      await startRun(window, held);
      await page.getByText('None of 3 is there yet.').waitFor();
      const waiting = page.getByRole('region', { name: 'Machines' });
      await waiting.getByText(joining.join(' ')).waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await said(page, /^Stopped:/).waitFor();
      await waiting.waitFor({ state: 'detached' });
      await goTo(page, 'Machines').click();
      await startAgent(joining, 'north');
      await startAgent(joining, 'south');
      await startAgent([...joining, '--watch'], 'beside');
      await machine(page, 'beside').getByText('Watching', { exact: true }).waitFor();
      await machine(page, 'north').getByText('Free', { exact: true }).waitFor();
      // Its clock was looked at, so both figures of it are there.
      await expect.poll(() => machine(page, 'south').getByText('–').count()).toBe(0);

      await startRun(window, held);
      await page.getByText('2 of 3 are there: north and south.').waitFor();
      if (shell === chromium) {
        const looker = new Looker(page);
        await looker.look('run-awaits-machines');
        expect(looker.complaints()).toEqual([]);
      }
      const west = await startAgent(joining, 'west');
      await seeFigures(page);
      await goTo(page, 'Machines').click();
      for (const name of ['north', 'south', 'west']) {
        await machine(page, name).getByText('Generating load').waitFor();
      }
      await page.getByRole('button', { name: 'Stop listening' }).click();
      const question = page.getByRole('dialog', { name: 'Stop listening?' });
      await question.getByRole('button', { name: 'Stop listening' }).click();
      await page.getByRole('alert').getByText('A run holds machines').waitFor();

      west.child.kill('SIGKILL');
      await machine(page, 'west').getByText('Gone', { exact: true }).waitFor();
      await loss.see(page);

      await page.getByRole('button', { name: 'Open result' }).click();
      await rows(page, 'All trials').first().click();
      const trial = page.getByRole('dialog');
      await trial.getByText(/west/).first().waitFor();
      await trial.getByRole('table', { name: 'Machines' }).waitFor();
      expect(await rows(page, 'Machines').count()).toBe(3);
      await rows(page, 'Beside the service').getByText('whole machine').waitFor();
      await page.keyboard.press('Escape');
      await trial.waitFor({ state: 'detached' });

      const report = await makeReport(page);
      await report.getByText(/west/).first().waitFor();
      for (const name of ['north', 'south', 'west']) {
        await report.getByRole('cell', { name, exact: true }).waitFor();
      }
      expect(window.problems).toEqual([]);
    });

    // With more cores the two are not said to take them from each other.
    it.skipIf(availableParallelism() > 4)(
      'run the service that shared cores with its client, by one click and Run, in Chromium',
      async () => {
        if (!chromium) throw new Error('There is no browser shell');
        const window = await openShell(chromium);
        const { page } = window;
        const again = page.getByRole('button', {
          name: 'Measure again with the service on another machine',
        });
        await startRun(window, experiment(0, 'requests: 2001'));
        await seeEnd(page, 'The trial is done.');
        await page.getByRole('button', { name: 'Open result' }).click();
        await again.click();
        await page.getByText('The service needs its own machine').waitFor();
        await startAgent(await listen(page), 'north');
        await machine(page, 'north').getByText('Free', { exact: true }).waitFor();
        await goTo(page, 'Run').click();
        await page.getByRole('button', { name: 'Open result' }).click();
        await again.click();
        await page.getByText('The service is to run on north.').waitFor();
        await runButton(page).click();
        await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
        await seeEnd(page, 'The trial is done.');
        await page.getByRole('button', { name: 'Open result' }).click();
        const finding = page.getByRole('region', { name: 'Finding' });
        await finding.getByText(/service on north: \d+ cores? of /).waitFor();
        expect(await again.count()).toBe(0);
        await rows(page, 'All trials').first().click();
        const trial = page.getByRole('dialog');
        await trial.getByText(/on north: \d+ cores? of .*, [\d.]+ ms there and back/).waitFor();
        expect(window.problems).toEqual([]);
      },
    );
  },
);
