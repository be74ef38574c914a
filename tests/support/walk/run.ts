import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { waitMs } from '../timeouts.ts';
import { goTo, openFile, rows, runButton, runFile, said, seeFigures } from '../views.ts';
import type { WalkContext } from './context.ts';

const experiment = (name: string, load: string, more: string) => `wirebench: 1
name: ${name}
factors:
  protocol: [rest, soap, grpc]
  shape: [small, typical]
  users: [2, 8]
load: ${load}
${more}`;

/** Leads the Run view through its states: empty, running, annotated, extended, inspected, stopped, failed. */
export async function walkRun({ window, folder, look }: WalkContext): Promise<void> {
  const { page } = window;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const write = (name: string, text: string) => {
    const path = join(folder, `${name}.bench.yaml`);
    writeFileSync(path, text);
    return path;
  };

  await goTo(page, 'Run').click();
  await page.getByText('No run in progress').waitFor();
  await look('run-empty');

  const long = '{model: closed, warmUp: 1s, duration: 10m, thinkTime: 5ms}';
  await runFile(window, write('live', experiment('REST, SOAP and gRPC, live', long, 'workers: 1')));
  await seeFigures(page, 8);
  await button('Skip trial').click();
  await page.getByRole('table', { name: 'Trials' }).getByText('skipped').waitFor();
  await seeFigures(page, 8);
  await page
    .getByText(/^(Trusted so far|Suspect|Client-bound)/)
    .first()
    .waitFor();
  await look('run-live');

  const note = page.getByRole('textbox', { name: 'Annotate this moment' });
  await note.fill('Cache of the service cleared');
  await note.press('Enter');
  await page.getByRole('list', { name: 'Annotations' }).getByText('Cache of the service').waitFor();
  await look('run-annotated');

  await button('Extend').click();
  await look('run-extend-menu');
  await page.getByRole('menuitem', { name: 'Custom…' }).click();
  await page.getByRole('dialog', { name: 'Extend this trial' }).waitFor();
  await look('run-extend-dialog');
  await page.keyboard.press('Escape');

  await rows(page, 'Trials').first().getByRole('button').click();
  await page.getByRole('dialog').getByRole('figure', { name: 'Throughput' }).waitFor();
  await look('run-trial-open');
  await page.keyboard.press('Escape');

  await button('Stop').click();
  await said(page, /^Stopped:/).waitFor();
  await look('run-stopped');

  const target = `target: {rest: "http://127.0.0.1:${await freePort()}"}`;
  const short = '{model: closed, requests: 20}';
  const failing = experiment('Nobody there', short, target).replace('[rest, soap, grpc]', 'rest');
  // It may end before its live view appears.
  await openFile(window, write('failing', failing));
  await runButton(page).click();
  await said(page, /^Failed:/).waitFor({ timeout: 2 * waitMs });
  const why = page.getByRole('alert').filter({ hasText: 'TARGET_UNREACHABLE' });
  expect((await why.locator('svg').boundingBox())?.width).toBe(14);
  await page.getByRole('heading', { name: 'No load was generated' }).waitFor();
  await look('run-failed');
  expect(window.problems).toEqual([]);
}
