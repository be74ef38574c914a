import type { Page } from 'playwright-core';
import { dropSampleRun } from '../sample-run-file.ts';
import { rows, scrollTo } from '../views.ts';
import type { WalkContext } from './context.ts';

/** Data for every section but errors. */
const experiment = `wirebench: 1
name: Protocols with and without TLS
factors:
  protocol: [rest, soap, grpc]
  shape: [small]
  users: [4]
  tls: [off, on]
load:
  model: closed
  warmUp: 100ms
  requests: 400
repetitions: 2
`;

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections of the result' });

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The comparisons of two repetitions, and a study's procedures on them. */
async function walkStatistics(page: Page, look: WalkContext['look']): Promise<void> {
  await sections(page).getByRole('link', { name: 'Statistics', exact: true }).click();
  await page.getByRole('figure', { name: 'Throughput, ratio to REST' }).waitFor();
  await look('result-statistics', 'elsewhere');
  await page.getByRole('button', { name: 'Apply the procedure of a study' }).click();
  await page.getByRole('button', { name: 'Apply the procedure', exact: true }).click();
  await rows(page, 'Decisions of the performance procedure').first().waitFor();
  await scrollTo(page.getByText(/^Its unit is the request of one trial/));
  await look('result-statistics-study', 'elsewhere');
}

/** A run of one trial for each cell, which has no variance. */
async function walkTooFew(page: Page, look: WalkContext['look']): Promise<void> {
  const few = experiment.replace('[rest, soap, grpc]', '[rest, soap]');
  const once = few.replace('[off, on]', 'off').replace('repetitions: 2', '');
  await dropSampleRun(page, 'once', once);
  await sections(page).getByRole('link', { name: 'Statistics', exact: true }).click();
  await page.getByRole('heading', { name: 'Too few repetitions' }).waitFor();
  await look('result-statistics-few');
}

/** The result of a run with TLS off and on: each of its sections, a figure's dialogs, its zoom, and no run at all. */
export async function walkResult({ window: { page }, look }: WalkContext): Promise<void> {
  await dropSampleRun(page, 'tls-pairs', experiment);
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
  await look('result-sections');
  for (const section of [
    ...['Percentiles', 'Heat map', 'TLS', 'Factors', 'Health', 'Machine & experiment'],
  ]) {
    await sections(page).getByRole('link', { name: section, exact: true }).click();
    if (section === 'Percentiles')
      await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await look(`result-${section.toLowerCase().replace(/\W+/g, '-')}`, 'elsewhere');
  }
  await walkStatistics(page, look);
  await sections(page).getByRole('link', { name: 'Overview', exact: true }).click();
  const figure = page.getByRole('figure', { name: 'p95 latency, small' });
  await figure.getByRole('button', { name: 'log latency' }).click();
  await figure.getByRole('button', { name: 'How this was computed' }).click();
  await page.getByRole('dialog').getByText('Methodology in the help').waitFor();
  await look('result-how');
  await closeDialog(page);
  await figure.getByRole('button', { name: 'Save picture' }).click();
  await page.getByRole('menuitem', { name: 'One column, 84 mm' }).waitFor();
  await look('result-save');
  await page.keyboard.press('Escape');
  await walkTooFew(page, look);
  await page.evaluate("location.hash = '#/result/no-such-run'");
  await page.getByText('The result could not be read').waitFor();
  await look('result-missing');
}
