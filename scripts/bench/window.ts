import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowserWorkbench } from '../../tests/support/browser.ts';
import { launchWorkbench } from '../../tests/support/electron.ts';
import { measureClicks } from './window/clicks.ts';
import { type LiveCost, measureLive } from './window/measure.ts';
import { quantile, slopeOf } from './window/statistics.ts';

const usage = `npm run bench:window -- [options]

Runs the real engine with many users on REST, watches the Run view, and says by Chromium's own tracing
how long its scripts take for each update and how its heap grows; then how long it is from a click
to the painted change (the aim is 100 ms).

  --seconds N    how long to watch (default 300)
  --users N      users of the run (default 200)
  --shell NAME   chromium (headless, default) or electron
  --whole        shows the whole trial instead of the last two minutes
  --help         this text
`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    users: { type: 'string', default: '200' },
    shell: { type: 'string', default: 'chromium' },
    whole: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const experiment = (users: number) => `wirebench: 1
name: Window under load
factors: {protocol: rest, users: ${users}}
load: {model: closed, warmUp: 1s, duration: 60m}
`;

interface OpenedWindow {
  readonly page: Page;
  close(): Promise<void>;
}

function openWindow(home: string): Promise<OpenedWindow> {
  return values.shell === 'electron' ? launchWorkbench({ home }) : openBrowserWorkbench({ home });
}

/** Starts the run like a user: text into the editor, then the button. */
async function startRun(page: Page, users: number): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Editor' })
    .click();
  await page.getByRole('textbox', { name: 'Experiment file, YAML' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(experiment(users));
  await page.getByRole('heading', { level: 1, name: /Window under load/ }).waitFor();
  await page
    .getByRole('button', { name: 'Run', exact: true })
    .and(page.locator(':enabled'))
    .click();
  await page.getByRole('figure', { name: 'Throughput' }).waitFor({ timeout: 60_000 });
  if (values.whole) await page.getByText('Whole trial').click();
}

function report({ updates, heap }: LiveCost): string {
  const line = (name: string, of: (update: LiveCost['updates'][number]) => number) => {
    const all = updates.map(of);
    const at = (share: number) => quantile(all, share).toFixed(2).padStart(7);
    return `${name.padEnd(34)} median ${at(0.5)}   p95 ${at(0.95)}   max ${at(1)}   ms`;
  };
  const half = heap.slice(heap.length >> 1);
  const mega = (bytes: number | undefined) => ((bytes ?? 0) / 1e6).toFixed(2);
  const points = half.map(({ seconds, bytes }) => [seconds / 60, bytes / 1000] as const);
  return [
    `${updates.length} updates in ${heap.at(-1)?.seconds.toFixed(0)} s`,
    line('script for each update', ({ scriptMs }) => scriptMs),
    line('layout, style and paint for each', ({ renderMs }) => renderMs),
    `heap after collection: ${mega(heap[0]?.bytes)} MB at first, ${mega(half[0]?.bytes)} MB at half time, ${mega(heap.at(-1)?.bytes)} MB at the end`,
    `slope of the heap over the second half: ${slopeOf(points).toFixed(1)} kB per minute`,
    '',
  ].join('\n');
}

const clickRounds = 5;

function reportClicks(times: ReadonlyMap<string, readonly number[]>): string {
  const line = ([link, all]: [string, readonly number[]]) => {
    const sorted = all.toSorted((a, b) => a - b).map((time) => time.toFixed(0));
    return `click to painted change, ${link}: ${sorted.join(' ')} ms\n`;
  };
  return [...times].map(line).join('');
}

async function main(): Promise<void> {
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const home = mkdtempSync(join(tmpdir(), 'wirebench-window-'));
  const window = await openWindow(home);
  try {
    await startRun(window.page, Number(values.users));
    process.stdout.write(report(await measureLive(window.page, Number(values.seconds))));
    process.stdout.write(reportClicks(await measureClicks(window.page, clickRounds)));
    await window.page.getByRole('button', { name: 'Stop', exact: true }).click();
  } finally {
    await window.close();
    rmSync(home, { recursive: true, force: true });
  }
}

await main();
