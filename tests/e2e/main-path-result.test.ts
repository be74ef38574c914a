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
import { type ShellUnderTest, shells, type WorkbenchWindow } from '../support/shells.ts';
import { goTo, rows, title } from '../support/views.ts';

const white = 0xffffffff;
/** The colours of REST, SOAP and gRPC in saved pictures. */
const protocolColours = [0x0072b2ff, 0xd55e00ff, 0x009e73ff];
const protocolNames = ['REST', 'SOAP', 'gRPC'];

let folder: string;
let home: string;
let document: ResultDocument;

async function runOnce(name: string, protocols: string, more: string): Promise<ResultDocument> {
  const file = join(folder, `${name}.bench.yaml`);
  writeFileSync(file, smallExperiment({ name, protocols, more }));
  const { stdout } = await wirebench(home, ['run', file, '--quiet', '--json']);
  return resultDocumentSchema.parse(JSON.parse(stdout));
}

beforeAll(async () => {
  folder = makeFolder();
  home = join(folder, 'home');
  document = await runOnce('Older', 'rest, soap, grpc', 'repetitions: 2');
  await runOnce('Newer', 'rest', '');
});
afterAll(() => removeFolder(folder));

/** All texts of a document, wherever they stand. */
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

describe.each<ShellUnderTest>(shells)('a result in $shell', ({ shell, open }) => {
  let window: WorkbenchWindow;
  let page: Page;

  beforeAll(async () => {
    window = await open(home);
    page = window.page;
  });
  afterAll(() => window?.close());

  const figure = (name: string) => page.getByRole('figure', { name });
  const save = (within: ReturnType<Page['getByRole']>, what: string) =>
    window.saving(() => within.getByRole('button', { name: what, exact: true }).click());

  const picture = async (name: string, kind: string) => {
    await figure(name).getByRole('button', { name: 'Save picture' }).click();
    return window.saving(() => page.getByRole('menuitem', { name: kind }).click());
  };

  it('is opened from the history, where the newest comes first', async () => {
    await goTo(page, 'History').click();
    const names = rows(page, 'Runs').getByRole('link');
    await names.nth(1).waitFor();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Newer', 'Older']);
    await page.getByRole('link', { name: 'Older' }).click();
    await title(page).filter({ hasText: 'Older' }).waitFor();
  });

  it('gives its finding away with the figure that shows it, or saves both in one picture', async () => {
    await figure('Throughput, small').waitFor();
    // A browser with a window asks nobody: the click is enough.
    if (shell === 'Chromium') await page.context().grantPermissions(['clipboard-write']);
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
    const percentiles = rows(page, 'Percentiles in milliseconds');
    await percentiles.first().waitFor();
    await expect
      .poll(() => percentiles.getByRole('rowheader').allInnerTexts())
      .toEqual(protocolNames);
    await expect.poll(() => rows(page, 'All trials').count()).toBe(document.trials.length);
    const trials = await rows(page, 'All trials').allInnerTexts();
    expect(trials.filter((text) => /Trusted|Suspect|Client-bound/.test(text))).toEqual(trials);
  });

  it('gives its charts away as PNG, which is a picture and not blank', async () => {
    const { name, bytes } = await picture('Throughput, small', '1520 pixels wide');
    expect(name).toBe('throughput-small.png');
    expect(bytes.toString('utf8')).toMatch(/iTXtComment\0+.*Older · .* · no TLS · \d+ cores? of /s);
    const pixels = decodePng(bytes);
    expect(pixels.width).toBe(1520);
    expect(pixels.height).toBeGreaterThan(720);
    const colours = countColours(pixels);
    const share = (colour: number) => (colours.get(colour) ?? 0) / (pixels.width * pixels.height);
    expect(share(white)).toBeGreaterThan(0.4);
    expect(protocolColours.filter((colour) => share(colour) < 0.001)).toEqual([]);
    expect(colours.size).toBeGreaterThan(50);
  });

  it('gives its charts away as SVG, with text that stays text', async () => {
    const { name, bytes } = await picture('Latency percentiles, small', 'Two columns');
    expect(name).toBe('latency-percentiles-small-2-users-2-repetitions-combined-178mm.svg');
    const svg = bytes.toString('utf8');
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(textsOf(svg)).toEqual(expect.arrayContaining(protocolNames));
    expect(textsOf(svg).join(' ')).toMatch(/Older · .* · no TLS · \d+ cores? of /);
  });

  it('gives its table away as CSV, with the figures of the engine', async () => {
    const panel = page.getByRole('region', { name: 'All trials' });
    const { name, bytes } = await save(panel, 'Save CSV');
    expect(name).toBe('older-trials.csv');
    const written = parseCsv(bytes.toString('utf8')).map((line) => ({
      protocol: line.Protocol,
      repetition: Number(line['Rep.']),
      throughput: Number(line['Throughput (req/s)']),
      mean: Number(line['Mean (ms)']),
      p99: Number(line['p99 (ms)']),
      ok: Number(line.Succeeded),
      failed: Number(line.Failed),
      verdict: line.Health,
    }));
    expect(written).toEqual(
      document.trials.map(({ cell, repetition, throughputRps, latencyMs, requests, client }) => ({
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

  it('shows a trial in full', async () => {
    await rows(page, 'All trials').first().press('Enter');
    const detail = page.getByRole('dialog');
    await detail.getByRole('figure', { name: 'Throughput' }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
  });

  it('is renamed, deleted and brought back in the history', async () => {
    await goTo(page, 'History').click();
    await page.getByRole('button', { name: 'Rename Newer' }).click();
    await page.getByRole('textbox', { name: 'New name of Newer' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete Renamed' }).click();
    await page.getByText('Deleted “Renamed”').waitFor();
    const names = rows(page, 'Runs').getByRole('link');
    await expect.poll(() => names.allInnerTexts()).toEqual(['Older']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => names.allInnerTexts()).toEqual(['Renamed', 'Older']);
    const { stdout } = await wirebench(home, ['list', '--json']);
    expect(stdout).toContain('"Renamed"');
    await page.getByRole('button', { name: 'Rename Renamed' }).click();
    await page.getByRole('textbox', { name: 'New name of Renamed' }).fill('Newer');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Newer' }).waitFor();
  });

  it('leaves no error in the console', () => {
    expect(window.problems).toEqual([]);
  });
});
