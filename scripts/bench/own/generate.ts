import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { CustomService } from '../../../contracts/custom.ts';
import { customProtocols } from '../../../contracts/experiment/by-protocol.ts';
import { serviceSchema } from '../../../contracts/experiment/service.ts';
import { leastSteady } from '../../../contracts/experiment/warm-up.ts';
import type { Tick } from '../../../contracts/worker-messages.ts';
import { assignmentSchema } from '../../../contracts/worker-messages.ts';
import { filesIn } from '../../../engine/custom/files.ts';
import { readService } from '../../../engine/custom/read-service.ts';
import { openingAfter, SteadyWatch } from '../../../engine/run/steady-watch.ts';
import { type WorkerEnd, WorkerPool } from '../../../engine/run/worker-pool.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import type { OwnOutcome } from './outcome.ts';

/**
 * One load of Wirebench's own, made by the engine's worker pool in a process of its own, so that
 * it is observed like any other generator: `node generate.ts FILE [--own FILE] [--until-steady]`. The file
 * holds the assignments as JSON, the other one a service of one's own. Prints an {@link OwnOutcome}.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { own: { type: 'string' }, 'until-steady': { type: 'boolean', default: false } },
});
const [file = ''] = positionals;
const custom = values.own === undefined ? {} : { custom: await serviceIn(values.own) };
const assignments = assignmentSchema
  .array()
  .parse(JSON.parse(readFileSync(file, 'utf8')))
  .map((assignment) => ({ ...assignment, ...custom }));

const pool = new WorkerPool(0);
const ticks: Tick[] = [];
const ends: WorkerEnd[] = [];
let rssAfterBytes = 0;
let watch = values['until-steady']
  ? new SteadyWatch({ of: 'throughput', fromMs: 0, atLeastMs: leastSteady })
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
  failed: (error) => over.reject(error),
});
const rssBeforeBytes = process.memoryUsage.rss();
const origin = pool.start();
await over.promise;
process.stdout.write(JSON.stringify(outcome()));
await pool.close();

function serviceIn(path: string): Promise<CustomService> {
  const service = serviceSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return readService(service, {
    files: filesIn(dirname(path)),
    env: {},
    reach: async (_protocol, address) => ({ address, tls: null }),
    protocols: customProtocols,
    clients: ['raw'],
  });
}

function outcome(): OwnOutcome {
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
    rssBeforeBytes,
    rssAfterBytes,
  };
}

function lagOf(measured: readonly Tick[]): number | null {
  const lag = new Histogram();
  for (const tick of measured) if (tick.lag) lag.addData(tick.lag);
  return lag.count > 0 ? lag.percentile(99) / 1000 : null;
}
