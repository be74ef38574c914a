import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import { launchChromium } from '../../support/chromium.ts';
import type { Kind, Turn } from '../kind.ts';
import { Workbench } from '../shell/workbench.ts';
import { type Block, blocksOf, driftFault, steadyFigures } from './drift.ts';
import { figuresTable, memoryTable } from './soak-tables.ts';
import { growthOf } from './trend.ts';
import {
  heapReportEnvironment,
  subjectNames,
  subjects,
  type Watched,
  watchProcesses,
} from './watch.ts';

const growing = 'a process that keeps memory';
const slowing = 'a run that gets slower';

const experiment = (seconds: number) => `wirebench: 1
name: Soak
factors: {protocol: rest, shape: small, users: 16}
load: {model: closed, warmUp: 5s, duration: ${Math.max(1, Math.floor(seconds))}s}
`;

class Soak {
  readonly #turn: Turn;
  readonly #again: string;

  constructor(turn: Turn) {
    this.#turn = turn;
    this.#again = `seed ${turn.seed}`;
  }

  async run(): Promise<void> {
    const heaps = join(this.#turn.folder, 'heaps');
    const workbench = await Workbench.start(
      join(this.#turn.folder, 'home'),
      heapReportEnvironment(heaps),
    );
    const browser = await launchChromium().catch((error: unknown) => {
      this.#turn.without('an open window', messageOf(error));
      return null;
    });
    try {
      const seconds = (this.#turn.deadline - performance.now()) / 1000;
      const text = experiment(seconds);
      const { runId } = await workbench.use((client) => client.runs.start({ text }));
      const page = await browser?.newPage();
      await page?.goto(workbench.address.href);
      await page?.evaluate("location.hash = '#/run'");
      const growth = this.#turn.plant === growing ? 5e6 : 0;
      const watched = await watchProcesses(this.#turn, workbench.enginePid, { heaps, growth });
      this.#judgeMemory(watched);
      await this.#judgeRun(workbench, runId, watched);
    } finally {
      await browser?.close();
      await workbench.stop();
    }
  }

  #judge(what: string, saw: string | null): void {
    if (saw === null) this.#turn.tried(what, 'unharmed');
    else this.#turn.broken({ what, saw, again: this.#again });
  }

  #judgeMemory(watched: Watched): void {
    this.#turn.table(memoryTable(watched));
    for (const subject of subjectNames) {
      const { name, isJudged } = subjects[subject];
      const samples = watched.memory[subject];
      if (isJudged && samples.length > 0) this.#judge(`memory: ${name}`, growthOf(samples));
    }
  }

  async #judgeRun(workbench: Workbench, runId: string, { shares }: Watched): Promise<void> {
    const what = 'a run at full load';
    if (workbench.hasEnded) return this.#judge(what, 'the engine ended');
    const { run, trials } = await workbench.use(async (client) => {
      if (await client.runs.active()) await client.runs.stop({ runId });
      for await (const _event of await client.runs.watch({ runId }));
      return client.runs.get({ runId });
    });
    const [trial] = trials;
    if (!trial || run.status === 'failed') return this.#judge(what, `it ${run.status}`);
    this.#judge(what, null);
    this.#turn.measured('requests in the window', trial.requests.ok);
    this.#turn.measured('failed requests in the window', trial.requests.failed);
    const series = await workbench.use((client) => client.runs.series({ trialId: trial.id }));
    const measured = series.filter(({ phase }) => phase === 'measured');
    this.#judgeFigures(blocksOf(measured, shares).map((block) => this.#planted(block)));
  }

  #judgeFigures(blocks: readonly Block[]): void {
    this.#turn.table(figuresTable(blocks));
    for (const figure of steadyFigures) {
      this.#judge(`figures over time: ${figure.name}`, driftFault(blocks, figure));
    }
  }

  #planted(block: Block): Block {
    if (this.#turn.plant !== slowing) return block;
    return { ...block, throughput: block.throughput * Math.exp(-block.atSeconds / 60) };
  }
}

export const soak: Kind = {
  name: 'soak',
  promise: 'At full load with an open window, memory is flat and figures do not drift.',
  share: 10,
  expected: 0,
  few: 1,
  plants: [growing, slowing],
  onlyAtNight: true,
  run: async (turn) => {
    const missing =
      process.platform === 'linux' ? Workbench.missing() : 'memory is looked up in /proc';
    if (missing !== null) turn.without('the soak', missing);
    else await new Soak(turn).run();
  },
};
