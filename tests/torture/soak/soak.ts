import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../../contracts/errors.ts';
import { launchChromium } from '../../support/chromium.ts';
import { descendants } from '../../support/processes.ts';
import { hasTime, type Kind, type Turn } from '../kind.ts';
import { Workbench } from '../shell/workbench.ts';
import { growthOf, type Sample, slopeOf } from './memory.ts';

/** Samples over the whole time, as many as may be. */
const mostSamples = 400;
const growing = 'a process that keeps memory';

const subjects = ['engine with its workers', 'service', 'window'] as const;
type Subject = (typeof subjects)[number];

function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // It has just ended.
  }
}

/** Memory of all that belongs to a run and its window, in bytes. */
function memoryNow(engine: number): Record<Subject, number> {
  const below = descendants(process.pid);
  const sum = (belongs: (command: string) => boolean) =>
    below
      .filter(({ command }) => belongs(command))
      .reduce((all, { pid }) => all + memoryOf(pid), 0);
  return {
    'engine with its workers': memoryOf(engine),
    service: sum((command) => command.includes('services/main')),
    window: sum((command) => /chrom|headless/i.test(command)),
  };
}

const experiment = (seconds: number) => `wirebench: 1
name: Soak
factors: {protocol: rest, shape: small, users: 16}
load: {model: closed, warmUp: 5s, duration: ${Math.max(1, Math.floor(seconds))}s}
`;

class Soak {
  readonly #turn: Turn;
  readonly #samples: Record<Subject, Sample[]> = {
    'engine with its workers': [],
    service: [],
    window: [],
  };

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  async run(): Promise<void> {
    const workbench = await Workbench.start(join(this.#turn.folder, 'home'));
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
      await this.#watch(workbench.enginePid, seconds);
      await this.#judge(workbench, runId);
    } finally {
      await browser?.close();
      await workbench.stop();
    }
  }

  async #watch(engine: number, seconds: number): Promise<void> {
    const start = performance.now();
    const pause = Math.max(1000, (seconds * 1000) / mostSamples);
    const planted = this.#turn.plant === growing ? 5e6 : 0;
    while (hasTime(this.#turn)) {
      await wait(pause);
      const atSeconds = (performance.now() - start) / 1000;
      const now = memoryNow(engine);
      for (const subject of subjects) {
        if (now[subject] === 0) continue;
        this.#samples[subject].push({ atSeconds, bytes: now[subject] + planted * atSeconds });
      }
    }
  }

  async #judge(workbench: Workbench, runId: string): Promise<void> {
    for (const subject of subjects) this.#judgeMemory(subject);
    const what = 'a run at full load';
    const again = `seed ${this.#turn.seed}`;
    if (workbench.hasEnded) return this.#turn.broken({ what, saw: 'the engine ended', again });
    const { run, trials } = await workbench.use(async (client) => {
      if (await client.runs.active()) await client.runs.stop({ runId });
      for await (const _event of await client.runs.watch({ runId }));
      return client.runs.get({ runId });
    });
    const [trial] = trials;
    if (!trial || run.status === 'failed') {
      return this.#turn.broken({ what, saw: `it ${run.status}`, again });
    }
    this.#turn.tried(what, 'unharmed');
    this.#turn.measured('requests in the window', trial.requests.ok);
    this.#turn.measured('failed requests in the window', trial.requests.failed);
    const series = await workbench.use((client) => client.runs.series({ trialId: trial.id }));
    const measured = series.filter(({ phase }) => phase === 'measured');
    const third = Math.floor(measured.length / 3);
    const rate = (points: typeof measured) =>
      points.reduce((sum, { throughputRps }) => sum + throughputRps, 0) / points.length;
    const change = (rate(measured.slice(-third)) / rate(measured.slice(0, third))) * 100;
    if (third > 0) this.#turn.measured('throughput of the last third in % of the first', change);
  }

  #judgeMemory(subject: Subject): void {
    const samples = this.#samples[subject];
    const last = samples.at(-1);
    if (!last) return;
    for (const share of [1 / 6, 1 / 2, 1]) {
      const at = share * last.atSeconds;
      const sample = samples.find(({ atSeconds }) => atSeconds >= at) ?? last;
      const measure = `${subject} after ${(at / 60).toFixed(1)} minutes in MB`;
      this.#turn.measured(measure, sample.bytes / 1e6);
    }
    const slope = slopeOf(samples.slice(Math.floor(samples.length / 3)));
    if (slope) {
      this.#turn.measured(`${subject}: growth in MB an hour, lower end`, slope.low / 1e6);
      this.#turn.measured(`${subject}: growth in MB an hour, upper end`, slope.high / 1e6);
    }
    const what = `memory of the ${subject}`;
    const saw = growthOf(samples);
    if (saw === null) this.#turn.tried(what, 'unharmed');
    else this.#turn.broken({ what, saw, again: `seed ${this.#turn.seed}` });
  }
}

export const soak: Kind = {
  name: 'soak',
  promise: 'At full load with an open window, memory is flat and figures do not drift.',
  share: 10,
  expected: 0,
  few: 1,
  plants: [growing],
  onlyAtNight: true,
  run: async (turn) => {
    const missing = Workbench.missing();
    if (missing !== null) turn.without('the soak', missing);
    else await new Soak(turn).run();
  },
};
