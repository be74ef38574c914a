import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { WorkbenchWindow } from './shells.ts';
import { goTo, openFile, rows, runButton, runFile, said, seeFigures, source } from './views.ts';
import type { Look } from './walk/context.ts';

/** What the runs of a walk are like; durations as experiment files have them. */
export interface WalkLoad {
  readonly shapes: string;
  readonly users: string;
  /** Users of a ladder, and rates of open load. */
  readonly ladder: string;
  readonly rates: string;
  readonly warmUp: string;
  /** Of each trial of closed load: its bound, as experiment files have it. */
  readonly bound: string;
  /** Of each level of a ladder, and of each trial of open load. */
  readonly duration: string;
}

/** Enough to have something in every view. */
export const shortLoad: WalkLoad = {
  shapes: 'small, typical',
  users: '4',
  ladder: '1, 2, 4, 8',
  rates: '50, 200',
  warmUp: '100ms',
  bound: 'requests: 400',
  duration: '400ms',
};

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Leads one window, over an empty folder of state, through all views and their states. */
export class ViewWalk {
  private readonly window: WorkbenchWindow;
  private readonly page: Page;
  private readonly folder: string;
  private readonly load: WalkLoad;
  private readonly look: Look;

  constructor(window: WorkbenchWindow, home: string, load: WalkLoad, look: Look) {
    this.window = window;
    this.page = window.page;
    this.folder = mkdtempSync(join(home, 'experiments-'));
    this.load = load;
    this.look = look;
  }

  /** What a newcomer sees. */
  async emptyViews(): Promise<void> {
    const { page, look } = this;
    await goTo(page, 'History').click();
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    await look('history-empty');
    await goTo(page, 'Run').click();
    await page.getByRole('heading', { name: 'No run in progress' }).waitFor();
    await look('run-empty');
  }

  async experiment(): Promise<void> {
    const { page, look } = this;
    await goTo(page, 'Editor').click();
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await look('experiment');
    await source(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('timeout: soon\nrepetitions: many\n');
    await page.getByText('2 problems have to be solved').waitFor();
    await look('experiment-problems');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('problems have to be solved').waitFor({ state: 'detached' });
  }

  /** A target that does not answer. */
  async failedRun(): Promise<void> {
    const { page, look } = this;
    const rest = `http://127.0.0.1:${await closedPort()}`;
    const file = this.write('Nobody there', { target: `{rest: "${rest}"}`, protocols: 'rest' });
    await openFile(this.window, file);
    await runButton(page).click();
    await page.getByRole('button', { name: 'Open result' }).waitFor({ timeout: 240_000 });
    await look('run-failed');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'All trials').first().waitFor();
    await look('result-failed');
  }

  /** A run to its end, and all that its result opens. */
  async wholeRun(): Promise<void> {
    const { page, look } = this;
    await runFile(this.window, this.write('REST, SOAP and gRPC'));
    await said(page, /^All \d+ trials are done\.$/).waitFor({ timeout: 240_000 });
    await look('run-ended');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await look('result');
    await page.getByRole('region', { name: 'All trials' }).scrollIntoViewIfNeeded();
    await look('result-tables');
    await rows(page, 'All trials').first().click();
    await page.getByRole('dialog').getByRole('figure', { name: 'Throughput' }).waitFor();
    await look('result-trial');
    await this.closeDialog();
    const figure = page.getByRole('figure', { name: 'Throughput, small' });
    await figure.getByRole('button', { name: 'Show data' }).click();
    await page.getByRole('dialog').getByRole('table').waitFor();
    await look('result-data');
    await this.closeDialog();
  }

  /** A ladder of users to its end, and where it saturated. */
  async saturationRun(): Promise<void> {
    const { page, look } = this;
    const { ladder, duration, warmUp } = this.load;
    const lines = ['  model: steps', `  levels: [${ladder}]`, `  hold: ${duration}`];
    const load = { lines: [...lines, `  settle: ${warmUp}`] };
    await runFile(this.window, this.write('Ladder of users', { load }));
    await rows(page, 'Rounds').first().waitFor();
    await said(page, /^All \d+ trials are done\.$/).waitFor({ timeout: 240_000 });
    await look('run-rounds');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Saturation').first().waitFor();
    await look('result-saturation');
  }

  /** Open load to its end, with latency beside service time. */
  async openRun(): Promise<void> {
    const { page, look } = this;
    const { rates, duration, warmUp } = this.load;
    const lines = ['  model: open', `  warmUp: ${warmUp}`, `  duration: ${duration}`];
    const load = { factor: `  rate: [${rates}]`, lines };
    await runFile(this.window, this.write('Open load', { load }));
    await said(page, /^All \d+ trials are done\.$/).waitFor({ timeout: 240_000 });
    await look('run-open');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await rows(page, 'Percentiles in milliseconds').last().scrollIntoViewIfNeeded();
    await look('result-open');
  }

  /** A run in progress, with some of its trials done, and long enough to be looked at. */
  async liveRun(duration: string): Promise<void> {
    const { page, look } = this;
    const long = { bound: `duration: ${duration}`, more: 'repetitions: 12' };
    await runFile(this.window, this.write('Another run', long));
    await said(page, /^(?:[2-9]|\d\d) of \d+ trials/).waitFor({ timeout: 60_000 });
    await seeFigures(page, 4);
    await look('run-live');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await said(page, /^Stopped: /).waitFor();
    await look('run-stopped');
  }

  async history(): Promise<void> {
    const { page, look } = this;
    await goTo(page, 'History').click();
    await rows(page, 'Runs').nth(2).waitFor();
    await look('history-full');
  }

  private async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  private write(
    name: string,
    part: {
      target?: string;
      protocols?: string;
      bound?: string;
      /** A further line of the file. */
      more?: string;
      /** Instead of closed load: the line of its factor, where it has one, and its own. */
      load?: { factor?: string; lines: readonly string[] };
    } = {},
  ): string {
    const { shapes, users, warmUp, bound } = this.load;
    const file = join(this.folder, `${name.replace(/\W+/g, '-').toLowerCase()}.bench.yaml`);
    const lines = [
      'wirebench: 1',
      `name: ${name}`,
      `target: ${part.target ?? 'bundled'}`,
      'factors:',
      `  protocol: [${part.protocols ?? 'rest, soap, grpc'}]`,
      `  shape: [${shapes}]`,
      ...(part.load ? [part.load.factor ?? ''] : [`  users: [${users}]`]),
      'load:',
      ...(part.load?.lines ?? [
        '  model: closed',
        `  warmUp: ${warmUp}`,
        `  ${part.bound ?? bound}`,
      ]),
      part.more ?? '',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }
}
