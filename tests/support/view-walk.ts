import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { slowness } from './timeouts.ts';
import { goTo, rows, runButton, runFile, scrollTo, seeEnd, source } from './views.ts';
import type { Look, WalkContext } from './walk/context.ts';

/** The runs of a walk; durations as experiment files have them. */
export interface WalkLoad {
  readonly shapes: string;
  /** For ladders and open load. */
  readonly levelShapes: string;
  readonly users: string;
  /** Users of a ladder, and rates of open load. */
  readonly ladder: string;
  readonly rates: string;
  readonly warmUp: string;
  /** Of each trial of closed load: its bound, as experiment files have it. */
  readonly bound: string;
  /** Of each level of a ladder. */
  readonly duration: string;
  /** Seconds of each trial of open load, longer on a busy machine, which needs longer for an answer. */
  readonly openSeconds: number;
}

/** Enough to have something in every view. */
export const shortLoad: WalkLoad = {
  shapes: 'small, typical',
  levelShapes: 'small',
  users: '4',
  ladder: '1, 2, 4, 8',
  rates: '50, 200',
  warmUp: '100ms',
  bound: 'requests: 400',
  duration: '400ms',
  openSeconds: 2,
};

const planFile = `wirebench: 1
name: Use cases
workload: delivery
factors:
  protocol: [rest, grpc]
  shape: [case-2a, case-3b]
load: {model: plan, iterations: 30, interval: 1ms, warmUpIterations: 2}
`;

/** Leads one window through the editor and the results of closed, rising and open load. */
export class ViewWalk {
  private readonly context: WalkContext;
  private readonly page: Page;
  private readonly load: WalkLoad;
  private readonly look: Look;

  constructor(context: WalkContext, load: WalkLoad) {
    this.context = context;
    this.page = context.window.page;
    this.load = load;
    this.look = context.look;
  }

  async experiment(): Promise<void> {
    const { page, look } = this;
    await goTo(page, 'Editor').click();
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await look('experiment');
    await source(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('timeout: soon\nrepetitions: many\n');
    await page.getByText('2 problems to fix').waitFor();
    await look('experiment-problems');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('problems to fix').waitFor({ state: 'detached' });
  }

  /** A run to its end, and all views that its result opens. */
  async wholeRun(): Promise<void> {
    const { page, look } = this;
    await runFile(this.context.window, this.write('REST, SOAP and gRPC'));
    await seeEnd(page, /^All \d+ trials are done\.$/);
    await look('run-ended');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await look('result');
    await scrollTo(page.getByRole('region', { name: 'All trials' }));
    await look('result-tables', 'elsewhere');
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

  /** A ladder of users to its end, and its saturation. */
  async saturationRun(): Promise<void> {
    const { page, look } = this;
    const { ladder, duration, warmUp } = this.load;
    const lines = ['  model: steps', `  levels: [${ladder}]`, `  hold: ${duration}`];
    const load = { lines: [...lines, `  settle: ${warmUp}`] };
    await runFile(this.context.window, this.write('Ladder of users', { load }));
    await rows(page, 'Rounds').first().waitFor();
    await seeEnd(page, /^All \d+ trials are done\.$/);
    await look('run-rounds');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Saturation').first().waitFor();
    await look('result-saturation');
  }

  /** Repeated use cases, and their times. */
  async planRun(): Promise<void> {
    const { page, look } = this;
    const file = join(this.context.folder, 'use-cases.bench.yaml');
    writeFileSync(file, planFile);
    await runFile(this.context.window, file);
    await seeEnd(page, /^All \d+ trials are done\.$/);
    await look('run-plan');
    await page.getByRole('button', { name: 'Open result' }).click();
    await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
    const figure = page.getByRole('figure', { name: 'Time of an iteration', exact: true });
    await scrollTo(figure);
    // The labels of a switch are below it.
    await page.getByRole('switch', { name: 'Outliers' }).press('Space');
    await look('result-use-cases');
    await goTo(page, 'Editor').click();
    await page.getByText('Staged', { exact: true }).first().waitFor();
    await look('experiment-plan');
  }

  /** Open load to its end, with latency and service time. */
  async openRun(): Promise<void> {
    const { page, look } = this;
    const { rates, openSeconds, warmUp } = this.load;
    const seconds = Math.ceil(openSeconds * slowness());
    const lines = ['  model: open', `  warmUp: ${warmUp}`, `  duration: ${seconds}s`];
    const load = { factor: `  rate: [${rates}]`, lines };
    await runFile(this.context.window, this.write('Open load', { load }));
    await seeEnd(page, /^All \d+ trials are done\.$/);
    await look('run-open');
    await page.getByRole('button', { name: 'Open result' }).click();
    await rows(page, 'Percentiles in milliseconds').first().waitFor();
    await scrollTo(rows(page, 'Percentiles in milliseconds').last());
    await look('result-open');
  }

  private async closeDialog(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  private write(
    name: string,
    part: {
      /** For loads other than closed: the line of its factor, if any, and its own lines. */
      load?: { factor?: string; lines: readonly string[] };
    } = {},
  ): string {
    const { shapes, levelShapes, users, warmUp, bound } = this.load;
    const file = join(this.context.folder, `${name.replace(/\W+/g, '-').toLowerCase()}.bench.yaml`);
    const lines = [
      'wirebench: 1',
      `name: ${name}`,
      'factors:',
      '  protocol: [rest, soap, grpc]',
      `  shape: [${part.load ? levelShapes : shapes}]`,
      ...(part.load ? [part.load.factor ?? ''] : [`  users: [${users}]`]),
      'load:',
      ...(part.load?.lines ?? ['  model: closed', `  warmUp: ${warmUp}`, `  ${bound}`]),
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }
}
