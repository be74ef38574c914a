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

/** Loads of every model, as short as they can be. */
const loads = [
  '{model: closed, warmUp: 0s, duration: 2s}',
  '{model: closed, warmUp: 700ms, duration: 1300ms}',
  '{model: closed, warmUp: 0s, requests: 60}',
  '{model: closed, warmUp: 500ms, requests: 40}',
  '{model: closed, warmUp: {until: steady, within: 6s, atLeast: 1s}, duration: 1500ms}',
  '{model: open, warmUp: 0s, duration: 1500ms}',
  '{model: ramp, from: 1, to: 4, perSecond: 1}',
  '{model: steps, levels: [1, 2, 3], hold: 500ms, settle: 250ms}',
  '{model: stages, from: 1, stages: [{to: 2, for: 1s}, {to: 1, for: 600ms}]}',
  '{model: search, method: doubling, from: 1, to: 4, flatten: 0%, round: 500ms, settle: 0s, final: 1s}',
];

/** Two workers and two users or a rate, so that their parts have to be put together. */
function textOf(chance: Chance): string {
  const load = chance.pick(loads);
  const isOpen = load.includes('model: open');
  const hasUsers = load.includes('model: closed');
  const level = isOpen ? ', rate: [20, 40]' : hasUsers ? ', users: [2, 5]' : '';
  return `wirebench: 1
name: Simulated
factors: {protocol: rest, shape: small${level}}
load: ${load}
repetitions: ${chance.between(1, 2)}
workers: ${chance.between(1, 3)}
timeout: 1s
equivalence: skip
onMachineLoss: ${chance.pick(['abort', 'continue'])}
energy: {source: none}
`;
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

/** What somebody does to a run while it goes on. */
export interface Act {
  readonly at: number;
  readonly does: 'stop' | 'skip' | 'extend';
}

/** What is planned to go wrong, in parts of a hundred. */
interface Plan {
  readonly pool: number;
  readonly service: number;
  readonly store: number;
  readonly acts: number;
}

const plans: readonly Plan[] = [
  { pool: 0, service: 0, store: 0, acts: 0 },
  { pool: 0, service: 0, store: 0, acts: 100 },
  { pool: 60, service: 0, store: 0, acts: 0 },
  { pool: 0, service: 60, store: 0, acts: 0 },
  { pool: 0, service: 0, store: 100, acts: 0 },
  { pool: 30, service: 30, store: 30, acts: 50 },
];

const poolFaults: readonly PoolFault[] = [
  ...(['is not ready', 'dies', 'is lost', 'is heard late', 'hangs', 'does not start'] as const),
];
const serviceFaults: readonly ServiceFault[] = [
  ...(['does not start', 'dies', 'falls silent', 'does not stop'] as const),
];

function actsOf(chance: Chance, percent: number): Act[] {
  if (!chance.percent(percent)) return [];
  const count = chance.between(1, 3);
  return Array.from({ length: count }, () => ({
    at: chance.between(0, 8000),
    does: chance.pick(['stop', 'skip', 'extend', 'extend'] as const),
  })).sort((a, b) => a.at - b.at);
}

function outageOf(chance: Chance, percent: number): Outage | null {
  if (!chance.percent(percent)) return null;
  const from = chance.between(1000, 6000);
  return { from, until: from + chance.pick([100, 1000, 5000, 60_000, 1e9]) };
}

/** Longer than any run of these takes, whatever goes wrong. */
const mostMs = 30 * 60_000;

/** Plays the run of a seed to its end. @param store that it is kept in; it has to be usable afterwards. */
export async function playRun(seed: number, store: Store) {
  const chance = chanceOf(seed);
  const clock = new SimulatedClock();
  const world = new WorldClock(clock);
  const plan = chance.pick(plans);
  const text = textOf(chance);
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
      // Who waits for a number of requests waits for as long as it takes.
      !(fault === 'hangs' && text.includes('requests:')),
  );
  const pool = new SimulatedPool({
    ...{ clock: world, chance: chance.fork(), isElsewhere },
    fault: () => (chance.percent(plan.pool) ? chance.pick(possible) : null),
    answered: (count) => {
      if (services.current) services.current.requests += count;
    },
  });
  const startedAt = clock.date().toISOString();
  const id = `run-${seed}`;
  const run = new Run({
    ...{ id, experiment, trials: planTrials(experiment), warnings: [], startedAt },
    ...{ home: '/nowhere', folder: '/nowhere', niceness: 0, store: failing.store, clock },
    energy: {
      ...{ measureBaseline: async () => undefined, baselineMs: 0 },
      ...{ terms: () => null, window: () => null },
    },
    gather: async () => ({ pool, services }),
    watch: () => () => undefined,
    ceilingPerWorker: () => null,
    asker: {
      ask: async () => {
        await new Promise<void>((resolve) => void world.after(chance.between(1, 40), resolve));
        return { type: 'answered', answer: null };
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
  let stoppedAt: number | null = null;
  let extendedMs = 0;
  for (const { at, does } of acts) {
    world.after(at, () => {
      if (does === 'stop') stoppedAt ??= clock.now();
      if (does === 'stop') run.stop();
      else if (does === 'skip') run.skip();
      else {
        try {
          run.extend(1);
          extendedMs += 1000;
        } catch (error) {
          const isRefused =
            error instanceof WirebenchError && error.code === 'TRIAL_NOT_EXTENDABLE';
          if (!isRefused) throw error;
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
    ...{ events, stored, pool, services, stoppedAt, extendedMs },
    storeFailures: failing.failures(),
  };
}

export type Played = Awaited<ReturnType<typeof playRun>>;
