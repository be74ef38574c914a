import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { updatingImages } from '../look.ts';
import { dropSampleRun } from '../sample-run-file.ts';
import { goTo, rows, runFile, scrollTo, seeEnd } from '../views.ts';
import type { WalkContext } from './context.ts';

const experiment = (name: string, protocols: string) => `wirebench: 1
name: ${name}
factors:
  protocol: [${protocols}]
  shape: [small]
  users: [4]
load:
  model: closed
  requests: 400
repetitions: 3
order: interleaved
`;

/**
 * Leads a window through the states of the Compare view: nothing to compare (where nothing was run
 * before), choosing, two runs, cells, a trend, nothing that matches, a run that is gone.
 */
export async function walkCompare(context: WalkContext): Promise<void> {
  const { page } = context.window;
  const { look } = context;
  await goTo(page, 'Compare').click();
  await page.getByRole('heading', { name: 'Nothing to compare yet' }).or(found(context)).waitFor();
  if ((await found(context).count()) === 0) await look('compare-empty');
  const overTime = experiment('Protocols over time', 'rest, soap, grpc');
  await leaveRun(context, 'compare-1', overTime);
  await leaveRun(context, 'compare-2', `${overTime}connections: per-request\n`);
  const another = experiment('Another experiment', 'rest').replace('[4]', '[3]');
  await leaveRun(context, 'compare-3', `${another}text: multibyte\n`);

  await goTo(page, 'Compare').click();
  await page.getByRole('searchbox', { name: /Find runs/ }).fill('over time');
  await expect.poll(() => rows(page, 'Runs to compare').count()).toBe(2);
  await rows(page, 'Runs to compare').nth(1).click();
  await rows(page, 'Runs to compare').nth(0).click();
  await look('compare-choose');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await rows(page, 'Throughput, compared').first().waitFor();
  await look('compare-runs');
  await scrollTo(page.getByRole('figure', { name: /^Latency percentiles/ }));
  await look('compare-curves', 'elsewhere');
  await page.getByText('Cells', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Baseline cell' }).waitFor();
  await page.getByRole('figure', { name: 'Latency percentiles of the chosen cells' }).waitFor();
  await look('compare-cells');
  await page.getByText('Trend', { exact: true }).click();
  await page.getByRole('figure', { name: /^Throughput, Protocols/ }).waitFor();
  await look('compare-trend');

  await goTo(page, 'Compare').click();
  await rows(page, 'Runs to compare').nth(0).click();
  await rows(page, 'Runs to compare').nth(1).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('heading', { name: 'No cell matches' }).waitFor();
  await look('compare-unmatched');
  await page.evaluate("location.hash = '#/compare/gone/gone-too'");
  await page.getByRole('heading', { name: 'These runs could not be compared' }).waitFor();
  await look('compare-failed');
}

const found = ({ window }: WalkContext) => rows(window.page, 'Runs to compare').first();

/** A stored run does; the documents show real ones. */
async function leaveRun({ window, folder }: WalkContext, id: string, text: string): Promise<void> {
  if (!updatingImages) return dropSampleRun(window.page, id, text);
  const file = join(folder, 'compare.bench.yaml');
  writeFileSync(file, text);
  await runFile(window, file);
  await seeEnd(window.page, /^(All \d+|Both) trials are done\.$/);
}
