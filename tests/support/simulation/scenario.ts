import type { RunEvent } from '../../../contracts/engine-api.ts';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import type { Interval } from '../../../contracts/measurement.ts';
import { planTrials } from '../../../engine/experiment/plan.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import { Run } from '../../../engine/run/run.ts';
import type { Store } from '../../../engine/store/store.ts';
import { environment } from '../records.ts';
import { SimulatedClock, WorldClock } from './clock.ts';
import { type PoolFault, SimulatedPool } from './pool.ts';
import { type Chance, chanceOf } from './random.ts';
import { type ServiceFault, SimulatedServices } from './service.ts';
import { failingStore, type Outage } from './store.ts';
import type { Capacity } from './worker.ts';

/** Loads of every model, as short as possible, with the seconds of their windows if time decides them. */
const loads: readonly (readonly [load: string, seconds: number | null])[] = [
  ['{model: closed, warmUp: 0s, duration: 3s}', 3],
  ['{model: closed, warmUp: 700ms, duration: 1300ms}', 1.3],
  ['{model: closed, warmUp: 0s, requests: 60}', null],
  ['{model: closed, warmUp: 500ms, requests: 40}', null],
  ['{model: closed, warmUp: {until: steady, within: 6s, atLeast: 1s}, duration: 1500ms}', 1.5],
  ['{model: open, warmUp: 0s, duration: 1500ms}', 1.5],
  ['{model: ramp, from: 1, to: 4, perSecond: 1}', null],
  ['{model: steps, levels: [1, 2, 3], hold: 500ms, settle: 250ms}', null],
  ['{model: stages, from: 1, stages: [{to: 2, for: 1s}, {to: 1, for: 600ms}]}', null],
  [
    '{model: search, method: doubling, from: 1, to: 4, flatten: 0%, round: 500ms, settle: 0s, final: 1s}',
    null,
  ],
];

/** Two workers and two users or a rate, so that their parts have to be merged. */
function textOf(chance: Chance, [load, seconds]: (typeof loads)[number]) {
  const isOpen = load.includes('model: open');
  const hasUsers = load.includes('model: closed');
  const level = isOpen
    ? chance.pick([', rate: 20', ', rate: [20, 40]'])
    : hasUsers
      ? chance.pick([', users: 5', ', users: [2, 5]'])
      : '';
  const isDecided = hasUsers && chance.percent(20);
  const protocol = isDecided ? '[rest, grpc]' : 'rest';
  const decided = '{until: decided, atMost: 5, within: 20s}';
  const text = `wirebench: 1
name: Simulated
factors: {protocol: ${protocol}, shape: small${level}}
load: ${load}
repetitions: ${isDecided ? decided : chance.percent(25) ? 2 : 1}
workers: ${chance.between(1, 3)}
timeout: 1s
equivalence: skip
onMachineLoss: ${chance.pick(['abort', 'continue'])}
energy: {source: none}
`;
  return { text, seconds };
}

const known = new Map<string, Experiment>();

function experimentOf(text: string): Experiment {
  const before = known.get(text);
  if (before) return before;
  const read = readExperiment(text);
  if (!read.ok) throw new Error(JSON.stringify(read));
  known.set(text, read.experiment);
  return read.experiment;
}

/** A user's action during a run. */
export interface Act {
  readonly at: number;
  readonly does: 'stop' | 'skip' | 'extend';
}

/** Probabilities of the planned faults, in percent. */
interface Plan {
  readonly pool: number;
  readonly service: number;
  readonly store: number;
  readonly acts: number;
  /** Faults before the trials: in the machines, or the check of the target. */
  readonly beginning: number;
}

const sound: Plan = { pool: 0, service: 0, store: 0, acts: 0, beginning: 0 };
const plans: readonly Plan[] = [
  sound,
  { ...sound, acts: 100 },
  { ...sound, pool: 60 },
  { ...sound, pool: 50, acts: 30 },
  { ...sound, service: 60 },
  { ...sound, store: 100 },
  { ...sound, beginning: 100, acts: 50 },
  { pool: 30, service: 30, store: 30, acts: 50, beginning: 10 },
];

const poolFaults: readonly PoolFault[] = [
  ...(['is not ready', 'dies', 'is lost', 'is heard late', 'hangs', 'does not start'] as const),
];
const serviceFaults: readonly ServiceFault[] = [
  ...(['does not start', 'dies', 'falls silent', 'does not stop'] as const),
];

function actsOf(chance: Chance, percent: number): Act[] {
  if (!chance.percent(percent)) return [];
  const count = chance.between(1, 4);
  return Array.from({ length: count }, () => ({
    at: chance.between(0, 6000),
    does: chance.pick(['stop', 'skip', 'extend', 'extend', 'extend', 'extend'] as const),
  })).sort((a, b) => a.at - b.at);
}

function outageOf(chance: Chance, percent: number): Outage | null {
  if (!chance.percent(percent)) return null;
  const from = chance.between(1000, 6000);
  const isBrief = chance.percent(30);
  const until = from + (isBrief ? 10_000 : chance.pick([100, 1000, 5000, 60_000, 1e9]));
  return { from, until, everyMs: isBrief ? 200 : null };
}

/** Longer than any of these runs takes, whatever goes wrong. */
const mostMs = 5 * 60_000;

/** Choices that are not left to chance. */
export interface Given {
  readonly load: string;
  readonly capacity: Capacity;
}

/** Plays the run of a seed to its end. @param store of the run; it has to be usable afterwards. */
export async function playRun(seed: number, store: Store, given?: Given) {
  const chance = chanceOf(seed);
  const clock = new SimulatedClock();
  const world = new WorldClock(clock);
  const plan = given ? sound : chance.pick(plans);
  const { text, seconds } = textOf(chance, given ? [given.load, null] : chance.pick(loads));
  const experiment = experimentOf(text);
  const outage = outageOf(chance, plan.store);
  const failing = failingStore(store, clock, outage);
  const services = new SimulatedServices(world, chance.fork(), () =>
    chance.percent(plan.service) ? chance.pick(serviceFaults) : null,
  );
  const isElsewhere = chance.percent(40);
  const possible = poolFaults.filter(
    (fault) =>
      (isElsewhere || (fault !== 'is lost' && fault !== 'does not start')) &&
      // A wait for a number of requests takes as long as it takes.
      !(fault === 'hangs' && text.includes('requests:')),
  );
  const pool = new SimulatedPool({
    ...{
      clock: world,
      chance: chance.fork(),
      isElsewhere,
      isSteady: chance.percent(50),
      capacity: given?.capacity ?? null,
    },
    fault: () => (chance.percent(plan.pool) ? chance.pick(possible) : null),
    answered: (count) => {
      if (services.current) services.current.requests += count;
    },
  });
  const beginning = chance.percent(plan.beginning)
    ? chance.pick(['there are no machines', 'machines are late', 'no call can be made'] as const)
    : null;
  const later = (ms: number) => new Promise<void>((resolve) => void world.after(ms, resolve));
  const startedAt = clock.date().toISOString();
  const id = `run-${given?.load ?? ''}-${seed}`;
  const run = new Run({
    ...{ id, experiment, source: text, trials: planTrials(experiment), warnings: [], startedAt },
    ...{ home: '/nowhere', folder: '/nowhere', niceness: 0, store: failing.store, clock },
    energy: {
      ...{ measureBaseline: async () => undefined, baselineMs: 0 },
      ...{ terms: () => null, window: () => null },
    },
    gather: async (signal, waiting) => {
      const given = new Promise<void>(
        (resolve) => void signal.addEventListener('abort', () => resolve()),
      );
      waiting({ machines: 2, there: ['m0'] });
      await Promise.race([given, later(beginning === 'machines are late' ? 3000 : 5)]);
      signal.throwIfAborted();
      if (beginning !== 'there are no machines') return { pool, services };
      throw new WirebenchError('MACHINES_UNAVAILABLE', 'One of two machines is there');
    },
    watch: () => () => undefined,
    ceilingPerWorker: () => null,
    asker: {
      ask: async () => {
        await later(chance.between(1, 40));
        return beginning === 'no call can be made'
          ? { type: 'failed', error: { code: 'WORKER_FAILED', message: 'no thread' } }
          : { type: 'answered', answer: null };
      },
      close: async () => undefined,
    },
  });
  store.createRun({
    ...{ id, name: 'Simulated', experiment: text, environment, startedAt, warnings: [] },
    ...{ trials: run.trialIds, files: [] },
  });
  const events: RunEvent[] = [];
  const watching = (async () => {
    for await (const event of run.watch()) events.push(event);
  })();
  const acts = actsOf(chance, plan.acts);
  let refusals = 0;
  let stoppedAt: number | null = null;
  /** By the index of the trial. */
  const extendedMs = new Map<number, number>();
  const skippedAt = new Map<number, number>();
  for (const { at, does } of acts) {
    world.after(at, () => {
      const current = run.progress().current ?? -1;
      if (does === 'stop') stoppedAt ??= clock.now();
      if (does === 'stop') run.stop();
      else if (does === 'skip') {
        if (!skippedAt.has(current)) skippedAt.set(current, clock.now());
        run.skip();
      } else {
        try {
          run.extend(1);
          extendedMs.set(current, (extendedMs.get(current) ?? 0) + 1000);
        } catch (error) {
          const isRefused =
            error instanceof WirebenchError && error.code === 'TRIAL_NOT_EXTENDABLE';
          if (!isRefused) throw error;
          refusals += 1;
        }
      }
    });
  }
  const began = clock.now();
  const status = await clock.play(run.execute(), mostMs);
  const tookMs = clock.now() - began;
  world.end();
  const waiting = clock.waiting;
  await clock.play(watching, 0);
  const stored = {
    head: store.runHead(id),
    trials: store.trialResults(id),
    intervals: new Map<string, Interval[]>(
      run.trialIds.map((trial) => [trial.id, store.intervals(trial.id)]),
    ),
  };
  return {
    ...{ seed, text, experiment, plan, acts, outage, isElsewhere, run, status, tookMs, waiting },
    ...{ events, stored, pool, services, stoppedAt, skippedAt, extendedMs, refusals },
    ...{ beginning, seconds, intervalsBefore: failing.before },
    storeFailures: failing.failures(),
  };
}

export type Played = Awaited<ReturnType<typeof playRun>>;
