import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import {
  counter,
  goTo,
  pointsDrawn,
  rows,
  runFile,
  said,
  seeFigures,
  title,
} from '../support/views.ts';

let folder: string;

beforeAll(() => {
  folder = makeFolder();
  const write = (name: string, duration: string) =>
    writeFileSync(
      join(folder, `${name}.bench.yaml`),
      smallExperiment({ name, duration, thinkTime: '5ms' }),
    );
  write('Short', '2s');
  // Longer than any test: these end because somebody ends them.
  write('Long', '10m');
});
afterAll(() => removeFolder(folder));

describe.each(shells)('a run in $shell', ({ shell, open }) => {
  let window: WorkbenchWindow;
  let page: Page;
  let home: string;

  beforeAll(async () => {
    home = join(folder, shell);
    window = await open(home);
    page = window.page;
  });
  afterAll(() => window?.close());

  const start = (name: string) => runFile(window, join(folder, `${name}.bench.yaml`));
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const trial = (protocol: string) => {
    const column = ['REST', 'SOAP', 'gRPC'].indexOf(protocol) + 2;
    return rows(page, 'Trials').first().locator('th, td').nth(column);
  };
  const storedResult = async () => {
    const { stdout } = await wirebench(home, ['show', 'latest', '--json']);
    return resultDocumentSchema.parse(JSON.parse(stdout));
  };

  it('shows live figures, fills its progress and leads to its result', async () => {
    await start('Short');
    await expect.poll(() => title(page).innerText()).toBe('Short');
    const throughput = page.getByRole('figure', { name: 'Throughput' });
    await seeFigures(page);
    await expect.poll(() => pointsDrawn(throughput)).toBeGreaterThan(2);
    const progress = page.getByRole('progressbar', { name: 'Trials done' });
    await said(page, /^[12] of 3 trials/).waitFor();
    expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await said(page, 'All 3 trials are done.').waitFor();
    await expect.poll(() => progress.getAttribute('value')).toBe('3');
    await button('Open result').click();
    await page.waitForURL(/#\/result\//);
    await page.getByRole('table', { name: 'All trials' }).waitFor();
    await expect.poll(() => rows(page, 'All trials').count()).toBe(3);
  });

  it('can be skipped through and stopped, and keeps what was measured', async () => {
    await start('Long');
    await seeFigures(page);
    await button('Skip trial').click();
    await trial('REST').getByText('skipped').waitFor();
    await trial('SOAP').and(page.locator('[data-status="running"]')).waitFor();
    await seeFigures(page);
    await button('Stop').click();
    await said(page, /^Stopped: the figures of 2 of 3 trials are kept\.$/).waitFor();
    const { run, trials } = await storedResult();
    expect(run).toMatchObject({ name: 'Long', status: 'stopped' });
    expect(trials.map(({ cell, status }) => `${cell.protocol} ${status}`)).toEqual([
      'rest skipped',
      'soap stopped',
    ]);
    expect(trials.every(({ requests }) => requests.ok > 0 && requests.failed === 0)).toBe(true);
  });

  it('is found again when the window is loaded anew', async () => {
    await start('Long');
    await seeFigures(page);
    await page.reload();
    await button('Stop').waitFor();
    await expect.poll(() => title(page).innerText()).toBe('Long');
    await seeFigures(page);
    const succeeded = Number((await counter(page, 'Succeeded')).replaceAll(',', ''));
    expect(succeeded).toBeGreaterThan(0);
    await goTo(page, 'History').click();
    await page.getByRole('row', { name: /\bLong .*Running/ }).waitFor();
    await goTo(page, 'Run').click();
    await button('Stop').click();
    await said(page, /^Stopped:/).waitFor();
  });

  it('leaves no error in the console', () => {
    expect(window.problems).toEqual([]);
  });
});
