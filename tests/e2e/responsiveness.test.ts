import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells } from '../support/shells.ts';
import { goTo, runFile, seeFigures, title } from '../support/views.ts';

/** No test may depend on speed: this only tells a window that hangs. The aim is 100 ms. */
const longestMs = 10_000;
const rounds = 5;

let folder: string;

beforeAll(() => {
  folder = makeFolder();
  const text = smallExperiment({ name: 'Full speed', users: '200', duration: '10m' });
  writeFileSync(join(folder, 'full-speed.bench.yaml'), text);
});
afterAll(() => removeFolder(folder));

/**
 * Has the page note when an input reached the browser, and when the first frame with `selector`
 * on it has been painted.
 */
const watchNextClick = (selector: string) => `
  void (window.painted = new Promise((resolve) => addEventListener('pointerdown', (event) => {
    const look = () => requestAnimationFrame(() => {
      if (!document.querySelector(${JSON.stringify(selector)})?.checkVisibility()) return look();
      // A task that is queued in a frame runs once that frame is painted.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp);
      channel.port2.postMessage(null);
    });
    look();
  }, { once: true, capture: true })));`;

/** Milliseconds from the press of the button to the painted change. */
async function timeOf(page: Page, click: () => Promise<void>, change: string): Promise<number> {
  await page.evaluate(watchNextClick(change));
  await click();
  return page.evaluate<number>('window.painted');
}

const show = (times: readonly number[]) =>
  [...times]
    .sort((a, b) => a - b)
    .map((time) => time.toFixed(0))
    .join(' ');

describe.each(shells)('while 200 users run at full speed, the window in $shell', (shell) => {
  it('answers a click', async () => {
    const window = await shell.open(join(folder, shell.shell));
    const { page } = window;
    try {
      await runFile(window, join(folder, 'full-speed.bench.yaml'));
      await seeFigures(page, 8);
      const times: Record<string, number[]> = { history: [], run: [], experiment: [], switch: [] };
      for (let round = 0; round < rounds; round++) {
        const whole = page.getByRole('radiogroup', { name: 'Stretch of time shown' });
        const option = whole.getByText(round % 2 === 0 ? 'Whole trial' : 'Last 2 min');
        const value = round % 2 === 0 ? 'whole' : 'recent';
        const checked = `[role="radiogroup"] input[value="${value}"]:checked`;
        times.switch?.push(await timeOf(page, () => option.click(), checked));
        const history = () => goTo(page, 'History').click();
        times.history?.push(await timeOf(page, history, 'table[aria-label^="Runs"]'));
        const form = () => goTo(page, 'Editor').click();
        times.experiment?.push(await timeOf(page, form, 'form[aria-label="Experiment"]'));
        const run = () => goTo(page, 'Run').click();
        times.run?.push(await timeOf(page, run, 'progress[aria-label="Trials done"]'));
      }
      for (const [what, all] of Object.entries(times)) {
        process.stdout.write(`${shell.shell}, click to painted change, ${what}: ${show(all)} ms\n`);
      }
      expect(Math.max(...Object.values(times).flat())).toBeLessThan(longestMs);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await title(page).waitFor();
    } finally {
      await window.close();
    }
  });
});
