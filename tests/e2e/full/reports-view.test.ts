import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../engine/api/engine.ts';
import { seriousViolations } from '../../support/axe.ts';
import { wirebench } from '../../support/command-line.ts';
import { browserOfFile, engineWindows } from '../../support/engine-windows.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { block, makeReport, preview } from '../../support/report-view.ts';
import { shells } from '../../support/shells.ts';
import { goTo } from '../../support/views.ts';

const evil = 'Evil </script><img src=x onerror=alert(1)><script>alert(2)</script>';
const browser = browserOfFile();
const open = engineWindows();
let home = '';

beforeAll(async () => {
  home = makeFolder();
  const engine = await openEngine({ home });
  const text = smallExperiment({ name: JSON.stringify(evil), protocols: 'rest, grpc' });
  const { runId } = await engine.client.runs.start({ text });
  for await (const event of await engine.client.runs.watch({ runId })) {
    if (event.type === 'end') break;
  }
  await engine.close();
});
afterAll(() => removeFolder(home));

async function openReports(runs: number, route = '#/reports'): Promise<Page> {
  return (await open({ route, runs })).page;
}

const stored = (page: Page) => page.getByText('Saved', { exact: true });
const kinds = (page: Page) =>
  page.getByRole('list', { name: 'Blocks of the report' }).getByRole('listitem');

describe('the Reports view', () => {
  it('shows what was written and added, and keeps it', async () => {
    const page = await openReports(1);
    await makeReport(page);
    await block(page, 'Figure 1').getByRole('textbox').fill('My own <b>words</b>');
    await preview(page).getByText('My own <b>words</b>').waitFor();
    await page.getByLabel('Add a figure').and(page.locator('input')).fill('Mean latency');
    await page.getByRole('option', { name: 'Mean latency, small' }).click();
    await block(page, 'Figure 4').waitFor();
    await page.getByRole('button', { name: 'Add text' }).click();
    await kinds(page).last().getByRole('textbox').fill('# The **end**');
    await preview(page).getByRole('heading', { name: 'The end' }).waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Kept');
    await stored(page).waitFor();
    await page.reload();
    await preview(page).getByRole('heading', { name: 'Kept' }).waitFor();
    await preview(page).getByText('My own <b>words</b>').waitFor();
    await page.getByRole('button', { name: 'All reports' }).click();
    await page.getByRole('button', { name: 'Delete Kept' }).click();
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Kept' }).waitFor();
  });

  it('compares runs, the first chosen being the baseline', async () => {
    const page = await openReports(6);
    await page.getByRole('button', { name: 'New report' }).first().click();
    const runs = page.getByRole('dialog').getByRole('checkbox', { name: 'First look' });
    await runs.first().check();
    await runs.nth(1).check();
    await page.getByRole('button', { name: 'Compare in a report' }).click();
    await preview(page).getByText('divided by that of').first().waitFor();
  });

  it('prints in a browser with the dialog of the browser', async () => {
    const page = await openReports(1);
    await makeReport(page);
    await page.evaluate(watchPrinting);
    await page.getByRole('button', { name: 'Save PDF' }).click();
    await expect.poll(() => page.evaluate('window.printed')).toMatch(/^First look 0, \d figures$/);
    await expect.poll(() => page.locator('iframe').count()).toBe(1);
  });

  it('prints the report of a run from its result, and keeps no report of it', async () => {
    const page = await openReports(1);
    await goTo(page, 'History').click();
    await page.getByRole('link', { name: 'First look 0' }).click();
    await page.evaluate(watchPrinting);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'PDF' }).click();
    await expect.poll(() => page.evaluate('window.printed')).toMatch(/^First look 0, \d figures$/);
    await goTo(page, 'Reports').click();
    await page.getByRole('heading', { name: 'No reports yet' }).waitFor();
  });

  it('says what is wrong, and stores no report without a title', async () => {
    const page = await openReports(1, '#/reports/not-there');
    await page.getByRole('heading', { name: 'The report could not be read' }).waitFor();
    await goTo(page, 'Reports').click();
    await makeReport(page);
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(' ');
    await page.getByText('Not saved: add a title').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Save HTML' }).isDisabled())
      .toBe(true);
  });
});

/** Stands in for the dialog, which no test can answer: notes what is printed, and ends it. */
const watchPrinting = `
  const append = document.body.append.bind(document.body);
  document.body.append = (frame) => {
    append(frame);
    frame.addEventListener('load', () => {
      const { contentWindow: page, contentDocument: document } = frame;
      page.print = () => {
        const figures = document.querySelectorAll('figure.figure').length;
        window.printed = document.title + ', ' + figures + ' figures';
        page.dispatchEvent(new page.Event('afterprint'));
      };
    }, { capture: true });
  };`;

describe.each(shells)('in $shell', ({ shell, open: openShell }) => {
  it('a report of a real run leaves as a page that stands by itself', async () => {
    const window = await openShell(home);
    onTestFinished(window.close);
    const { page } = window;
    await goTo(page, 'Reports').click();
    await makeReport(page);
    await preview(page).getByRole('heading', { name: evil }).waitFor();
    await preview(page).getByRole('img').first().waitFor();
    const saved = await window.saving(() =>
      page.getByRole('button', { name: 'Save HTML' }).click(),
    );
    expect(saved.name).toMatch(/^evil-.*\.html$/);
    expect(window.problems).toEqual([]);
    expect(saved.bytes.toString()).toMatch(/^<!doctype html>/i);
    // The page is the same whichever shell has saved it.
    if (shell === 'Chromium') await readAlone(saved.bytes);
  });
});

/** Opens a saved page without any network, and uses it. */
async function readAlone(bytes: Buffer): Promise<void> {
  const file = join(home, 'alone.html');
  writeFileSync(file, bytes);
  const context = await browser().newContext({ offline: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('dialog', (dialog) => problems.push(dialog.message()));
  page.on('request', (request) => {
    if (!/^(?:file|data|blob):/.test(request.url())) problems.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  await page.getByRole('heading', { level: 1, name: evil }).waitFor();
  await expect.poll(() => page.locator('figure.figure > svg').count()).toBeGreaterThanOrEqual(3);
  const first = page.locator('figure.figure').first();
  const columns = first.locator('> svg rect');
  const before = await columns.count();
  // The page has become alive when its script has taken over what was drawn.
  await expect
    .poll(async () => {
      await first.getByRole('button', { name: 'gRPC' }).click();
      return columns.count();
    })
    .toBeLessThan(before);
  await first.getByText('Data', { exact: true }).click();
  const download = page.waitForEvent('download');
  await first.getByRole('button', { name: 'Save CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^Users,Series,Throughput \(requests\/s\),Trials,Health,Reasons\r\n/);
  expect(await seriousViolations(page)).toEqual([]);
  expect(problems).toEqual([]);
}

it('is printed by the command line, as vectors and text', async () => {
  const out = join(home, 'report.pdf');
  const { code, stderr } = await wirebench(home, [
    ...['report', 'latest', '--format', 'pdf', '--out', out],
  ]);
  expect(stderr).toContain(`Wrote ${out}`);
  expect(code).toBe(0);
  const pdf = contentOf(readFileSync(out));
  expect(pdf).toMatch(/^%PDF-1/);
  expect(pdf).not.toMatch(/\/Subtype\s*\/Image/);
  // Glyphs that can be selected have a map to characters; lines and fills make the charts.
  expect(pdf).toMatch(/beginbf(?:char|range)/);
  expect(pdf.match(/ (?:l|re|c)\n/g)?.length ?? 0).toBeGreaterThan(100);
});

/** A PDF with its compressed parts readable. */
function contentOf(file: Buffer): string {
  const text = file.toString('latin1');
  const parts = [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: mark }) => {
    if (text.slice(index - 3, index) === 'end') return [];
    const start = index + mark.length;
    const end = text.indexOf('endstream', start);
    try {
      return [inflateSync(file.subarray(start, end)).toString('latin1')];
    } catch {
      return []; // Not compressed, so it can be read as it is.
    }
  });
  return [text, ...parts].join('\n');
}
