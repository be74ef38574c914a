import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../contracts/result.ts';
import { wirebench } from '../support/command-line.ts';
import { parseCsv } from '../support/csv.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { countColours, decodePng } from '../support/png.ts';
import { openChromium, type WorkbenchWindow } from '../support/shells.ts';
import {
  counter,
  field,
  goTo,
  openFile,
  pointsDrawn,
  problemList,
  rows,
  runButton,
  runFile,
  said,
  seeEnd,
  seeFigures,
  source,
  title,
} from '../support/views.ts';

/** The main path through one window over the real engine: each test continues where the previous one ended. */

const coffee = `# What is compared, and why.
wirebench: 1
name: Coffee orders
factors:
  protocol: [rest, soap, grpc]   # all three
  shape: [small, typical]
  users: [5, 20]                 # a quiet and a busy hour
load:
  model: closed
  warmUp: 500ms
  duration: 2s                   # per trial
`;

const white = 0xffffffff;
/** The colours of REST, SOAP and gRPC in saved pictures. */
const protocolColours = [0x0072b2ff, 0xd55e00ff, 0x009e73ff];
const protocolNames = ['REST', 'SOAP', 'gRPC'];

let folder: string;
let window: WorkbenchWindow;
let page: Page;

beforeAll(async () => {
  folder = makeFolder();
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, `${name}.bench.yaml`), text);
  write('coffee', coffee);
  const short = { name: 'Short', duration: '1s', thinkTime: '5ms', more: 'repetitions: 2' };
  write('Short', smallExperiment(short));
  // Longer than any test: it is ended by a user.
  write('Long', smallExperiment({ name: 'Long', duration: '10m', thinkTime: '5ms' }));
  window = await openChromium(join(folder, 'home'));
  page = window.page;
});
afterAll(async () => {
  await window?.close();
  removeFolder(folder);
  expect(window.problems).toEqual([]);
});

const file = (name: string) => join(folder, `${name}.bench.yaml`);
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function storedResult(): Promise<ResultDocument> {
  const { stdout } = await wirebench(join(folder, 'home'), ['show', 'latest', '--json']);
  return resultDocumentSchema.parse(JSON.parse(stdout));
}

describe('an experiment', () => {
  it('is opened from a file, with its name, its cells and its time', async () => {
    await openFile(window, file('coffee'));
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Coffee orders');
    await page.getByText('with 5 to 20 users').waitFor();
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(3);
    const plan = page.getByRole('region', { name: 'Plan' });
    expect((await plan.innerText()).replace(/\s+/g, ' ')).toMatch(
      /12 cells × 1 repetition = 12 trials .* expected time/,
    );
  });

  it('changes in the source as the form is used, and keeps its comments', async () => {
    await button('SOAP').click();
    await page.getByText('REST and gRPC services').waitFor();
    const written = await source(page).innerText();
    expect(written).toContain('protocol: [rest, grpc]   # all three');
    expect(written).toContain('# What is compared, and why.');
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(2);
  });

  it('names a mistake in the source at its line and at its field', async () => {
    await source(page).click();
    await page.keyboard.press('Control+End');
    // Without a delay: slow keys would be several steps of undo.
    await page.keyboard.insertText('timeout: soon');
    const problem = problemList(page).getByRole('button');
    await problem.waitFor();
    await expect.poll(() => problem.innerText()).toMatch(/Line 12\s*timeout\s*expected a duration/);
    await page.getByRole('form').getByRole('alert').getByText('(line 12)').waitFor();
    await expect.poll(() => field(page, 'Timeout').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => runButton(page).isDisabled()).toBe(true);
    await problem.click();
    expect(await page.evaluate('getSelection().toString()')).toBe('soon');
  });

  it('takes back the mistake and the change', async () => {
    await button('Undo').click();
    await problemList(page).waitFor({ state: 'detached' });
    await button('Undo').click();
    await button('Undo').and(page.locator(':disabled')).waitFor();
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(3);
    await expect
      .poll(() => source(page).innerText())
      .toContain('protocol: [rest, soap, grpc]   # all three');
    await runButton(page).and(page.locator(':enabled')).waitFor();
  });
});

describe('a run', () => {
  it('can be skipped through, is found again when the window is loaded anew, and keeps what was measured', async () => {
    await runFile(window, file('Long'));
    await seeFigures(page);
    await button('Skip trial').click();
    const trial = (column: number) => rows(page, 'Trials').first().locator('th, td').nth(column);
    await trial(2).getByText('skipped').waitFor();
    await trial(3).and(page.locator('[data-status="running"]')).waitFor();
    await seeFigures(page);
    await page.reload();
    await button('Stop').waitFor();
    await expect.poll(() => title(page).innerText()).toBe('Long');
    await seeFigures(page);
    expect(Number((await counter(page, 'Succeeded')).replaceAll(',', ''))).toBeGreaterThan(0);
    await goTo(page, 'History').click();
    await page.getByRole('row', { name: /\bLong .*Running/ }).waitFor();
    await goTo(page, 'Run').click();
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

  it('shows live figures, fills its progress, opens its result and leads to it again', async () => {
    await runFile(window, file('Short'));
    await expect.poll(() => title(page).innerText()).toBe('Short');
    await seeFigures(page);
    const throughput = page.getByRole('figure', { name: 'Throughput' });
    await expect.poll(() => pointsDrawn(throughput)).toBeGreaterThan(2);
    const progress = page.getByRole('progressbar', { name: 'Trials done' });
    await said(page, /^[1-5] of 6 trials/).waitFor();
    expect(Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
    await seeEnd(page, 'All 6 trials are done.');
    await expect.poll(() => progress.getAttribute('value')).toBe('6');
    await button('Open result').click();
    await page.waitForURL(/#\/result\//);
    await expect.poll(() => rows(page, 'All trials').count()).toBe(6);
  });
});

/** All texts of a document, anywhere. */
function textsOf(svg: string): string[] {
  const parsed: unknown = new XMLParser({ ignoreAttributes: true }).parse(svg);
  const texts: string[] = [];
  const walk = (node: unknown, name: string) => {
    if (Array.isArray(node)) for (const one of node) walk(one, name);
    else if (typeof node === 'object' && node !== null) {
      for (const [child, value] of Object.entries(node))
        walk(value, child === '#text' ? name : child);
    } else if (name === 'text' || name === 'tspan') texts.push(String(node));
  };
  walk(parsed, '');
  return texts;
}

describe('a result', () => {
  const figure = (name: string) => page.getByRole('figure', { name });
  const picture = async (name: string, kind: string) => {
    await figure(name).getByRole('button', { name: 'Save picture' }).click();
    return window.saving(() => page.getByRole('menuitem', { name: kind }).click());
  };

  it('is opened from the history, where the newest comes first', async () => {
    await goTo(page, 'History').click();
    const names = rows(page, 'Runs').getByRole('link');
    await names.nth(1).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Short', 'Long']);
    await page.getByRole('link', { name: 'Short' }).click();
    await title(page).filter({ hasText: 'Short' }).waitFor();
  });

  it('copies its finding with the figure that shows it, or saves both in one picture', async () => {
    await figure('Throughput, small').waitFor();
    // A browser with a window needs no permission: the click is enough.
    await page.context().grantPermissions(['clipboard-write']);
    const copy = page.getByRole('button', { name: 'Copy the finding' });
    await copy.click();
    await copy.filter({ hasText: 'Copied' }).waitFor();
    await page.evaluate(
      'navigator.clipboard.write = () => Promise.reject(new Error("There is no clipboard."))',
    );
    const { bytes } = await window.saving(() => copy.click());
    const colours = countColours(decodePng(bytes));
    for (const colour of protocolColours) expect(colours.get(colour) ?? 0).toBeGreaterThan(100);
  });

  it('shows figures for each shape, percentile curves and every trial with its verdict', async () => {
    for (const metric of ['Throughput', 'Mean latency', 'p95 latency']) {
      const legend = figure(`${metric}, small`).getByRole('group', { name: 'Series' });
      await expect.poll(() => legend.getByRole('button').allInnerTexts()).toEqual(protocolNames);
    }
    const percentiles = rows(page, 'Percentiles in milliseconds').getByRole('rowheader');
    await expect.poll(() => percentiles.allInnerTexts()).toEqual(protocolNames);
    await expect.poll(() => rows(page, 'All trials').count()).toBe(6);
    const trials = await rows(page, 'All trials').allInnerTexts();
    expect(trials.filter((text) => /Trusted|Suspect|Client-bound/.test(text))).toEqual(trials);
    await rows(page, 'All trials').first().press('Enter');
    const detail = page.getByRole('dialog');
    await detail.getByRole('figure', { name: 'Throughput' }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
  });

  it('exports its charts as PNG, which is a picture and not blank', async () => {
    const { name, bytes } = await picture('Throughput, small', '1520 pixels wide');
    expect(name).toBe('throughput-small.png');
    expect(bytes.toString('utf8')).toMatch(/iTXtComment\0+.*Short · .* · no TLS · \d+ cores? of /s);
    const pixels = decodePng(bytes);
    expect(pixels.width).toBe(1520);
    expect(pixels.height).toBeGreaterThan(720);
    const colours = countColours(pixels);
    const share = (colour: number) => (colours.get(colour) ?? 0) / (pixels.width * pixels.height);
    expect(share(white)).toBeGreaterThan(0.4);
    expect(protocolColours.filter((colour) => share(colour) < 0.001)).toEqual([]);
    expect(colours.size).toBeGreaterThan(50);
  });

  it('exports its charts as SVG, with text that stays text', async () => {
    const { name, bytes } = await picture('Latency percentiles, small', 'Two columns');
    expect(name).toBe('latency-percentiles-small-2-users-2-repetitions-combined-178mm.svg');
    const svg = bytes.toString('utf8');
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(textsOf(svg)).toEqual(expect.arrayContaining(protocolNames));
    expect(textsOf(svg).join(' ')).toMatch(/Short · .* · no TLS · \d+ cores? of /);
  });

  it('exports its table as CSV, with the numbers of the engine', async () => {
    const panel = page.getByRole('region', { name: 'All trials' });
    const saved = await window.saving(() =>
      panel.getByRole('button', { name: 'Save CSV', exact: true }).click(),
    );
    expect(saved.name).toBe('short-trials.csv');
    const written = parseCsv(saved.bytes.toString('utf8')).map((line) => ({
      protocol: line.Protocol,
      repetition: Number(line['Rep.']),
      throughput: Number(line['Throughput (req/s)']),
      mean: Number(line['Mean (ms)']),
      p99: Number(line['p99 (ms)']),
      ok: Number(line.Succeeded),
      failed: Number(line.Failed),
      verdict: line.Health,
    }));
    const { trials } = await storedResult();
    expect(written).toEqual(
      trials.map(({ cell, repetition, throughputRps, latencyMs, requests, client }) => ({
        protocol: cell.protocol,
        repetition,
        throughput: throughputRps,
        mean: latencyMs.mean,
        p99: latencyMs.p99,
        ok: requests.ok,
        failed: requests.failed,
        verdict: client.verdict,
      })),
    );
  });

  it('is renamed, deleted and brought back in the history', async () => {
    await goTo(page, 'History').click();
    await page.getByRole('button', { name: 'Rename Short' }).click();
    await page.getByRole('textbox', { name: 'New name of Short' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete Renamed' }).click();
    await page.getByText('Deleted “Renamed”').waitFor();
    const names = rows(page, 'Runs').getByRole('link');
    await expect.poll(() => names.allInnerTexts()).toEqual(['Long']);
    await button('Undo').click();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Renamed', 'Long']);
    expect((await wirebench(join(folder, 'home'), ['list', '--json'])).stdout).toContain(
      '"Renamed"',
    );
  });
});
