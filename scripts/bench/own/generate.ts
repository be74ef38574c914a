import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { ownServiceProtocols } from '../../../contracts/experiment/by-protocol.ts';
import { serviceSchema } from '../../../contracts/experiment/service.ts';
import { minSteady } from '../../../contracts/experiment/warm-up.ts';
import type { OwnService } from '../../../contracts/own-service.ts';
import {
  type Assignment,
  assignmentSchema,
  type Tick,
} from '../../../contracts/worker-messages.ts';
import { filesIn } from '../../../engine/own-service/files.ts';
import { readService } from '../../../engine/own-service/read-service.ts';
import type { WorkerEnd } from '../../../engine/run/load-pool.ts';
import { openingAfter, SteadyWatch } from '../../../engine/run/steady-watch.ts';
import { WorkerPool } from '../../../engine/run/worker-pool.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import type { OwnOutcome } from './outcome.ts';

/**
 * Loads of Wirebench's own, made by the engine's worker pool in a process of its own, so that
 * it is observed like any other generator: `node generate.ts FILE… [--own FILE] [--until-steady] [--turns N]`. Each file
 * holds the assignments of a load as JSON, the other one a service of one's own. Several loads are made by the same
 * workers in turn, N times each, every other time backwards. Prints an {@link OwnOutcome} for each load of each turn.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    own: { type: 'string' },
    'until-steady': { type: 'boolean', default: false },
    turns: { type: 'string', default: '1' },
  },
});
const custom = values.own === undefined ? {} : { custom: await serviceIn(values.own) };
const loads = positionals.map((file) =>
  assignmentSchema
    .array()
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map((assignment) => ({ ...assignment, ...custom })),
);

const pool = new WorkerPool(0);
const turns: OwnOutcome[][] = [];
for (let turn = 0; turn < Number(values.turns); turn++) {
  const places = [...loads.keys()];
  const outcomes: OwnOutcome[] = [];
  for (const place of turn % 2 === 0 ? places : places.reverse())
    outcomes[place] = await outcomeOf(loads[place] ?? []);
  turns.push(outcomes);
}
process.stdout.write(JSON.stringify(turns));
await pool.close();

async function outcomeOf(assignments: readonly Assignment[]): Promise<OwnOutcome> {
  const ticks: Tick[] = [];
  const ends: WorkerEnd[] = [];
  let rssAfterBytes = 0;
  let watch = values['until-steady']
    ? new SteadyWatch({ of: 'throughput', fromMs: 0, atLeastMs: minSteady })
    : null;
  const over = Promise.withResolvers<void>();
  await pool.prepare(assignments, {
    tick: (_worker, tick) => {
      ticks.push(tick);
      if (tick.phase === 'measured') rssAfterBytes = process.memoryUsage.rss();
      if (!watch?.add(tick)) return;
      watch = null;
      pool.open(openingAfter(performance.now() - origin));
    },
    done: (_worker, end) => {
      ends.push(end);
      if (ends.length === assignments.length) over.resolve();
    },
    lost: (_workers, error) => over.reject(error),
    failed: (error) => over.reject(error),
  });
  const rssBeforeBytes = process.memoryUsage.rss();
  const origin = pool.start();
  await over.promise;
  return { ...figuresOf(ticks, ends), rssBeforeBytes, rssAfterBytes };
}

function serviceIn(path: string): Promise<OwnService> {
  const service = serviceSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return readService(service, {
    files: filesIn(dirname(path)),
    env: {},
    reach: async (_protocol, address) => ({ address, tls: null }),
    protocols: ownServiceProtocols,
    clients: ['raw'],
  });
}

function figuresOf(
  ticks: readonly Tick[],
  ends: readonly WorkerEnd[],
): Omit<OwnOutcome, 'rssBeforeBytes' | 'rssAfterBytes'> {
  const measured = ticks.filter(({ phase }) => phase === 'measured');
  const sum = (of: (tick: Tick) => number) => measured.reduce((total, tick) => total + of(tick), 0);
  const start = Math.min(...ends.map(({ windowStartMs }) => windowStartMs));
  const end = Math.max(...ends.map(({ windowEndMs }) => windowEndMs));
  const errors = ticks.flatMap((tick) => tick.errors);
  return {
    ok: sum((tick) => tick.ok),
    failed: sum((tick) => tick.failed),
    dropped: sum((tick) => tick.dropped),
    answered: ends.reduce((total, { issued, abandoned }) => total + issued - abandoned, 0),
    errors: [...new Set(errors.map(({ kind, code, message }) => `${kind} ${code}: ${message}`))],
    seconds: (end - start) / 1000,
    warmUpSeconds: start / 1000,
    workerCpuSeconds: sum((tick) => tick.health.cpuSeconds),
    utilization: Math.max(0, ...measured.map((tick) => tick.health.eventLoopUtilization)),
    lagP99Ms: lagOf(measured),
  };
}

function lagOf(measured: readonly Tick[]): number | null {
  const lag = new Histogram();
  for (const tick of measured) if (tick.lag) lag.addData(tick.lag);
  return lag.count > 0 ? lag.percentile(99) / 1000 : null;
}
