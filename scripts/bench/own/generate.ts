import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CustomService } from '../../../contracts/custom.ts';
import { customProtocols } from '../../../contracts/experiment/by-protocol.ts';
import { serviceSchema } from '../../../contracts/experiment/service.ts';
import type { Tick } from '../../../contracts/worker-messages.ts';
import { assignmentSchema } from '../../../contracts/worker-messages.ts';
import { filesIn } from '../../../engine/custom/files.ts';
import { readService } from '../../../engine/custom/read-service.ts';
import { type WorkerEnd, WorkerPool } from '../../../engine/run/worker-pool.ts';
import { Histogram } from '../../../engine/stats/histogram.ts';
import type { OwnOutcome } from './outcome.ts';

/**
 * One load of Wirebench's own, made by the engine's worker pool in a process of its own, so that
 * it is observed like any other generator: `node generate.ts FILE`, where the file holds the
 * assignments as JSON, and a second one a service of one's own. Prints an {@link OwnOutcome}.
 */
const [, , file = '', own] = process.argv;
const custom = own === undefined ? {} : { custom: await serviceIn(own) };
const assignments = assignmentSchema
  .array()
  .parse(JSON.parse(readFileSync(file, 'utf8')))
  .map((assignment) => ({ ...assignment, ...custom }));

const pool = new WorkerPool(0);
const ticks: Tick[] = [];
const ends: WorkerEnd[] = [];
let rssAfterBytes = 0;

const over = Promise.withResolvers<void>();
await pool.prepare(assignments, {
  tick: (_worker, tick) => {
    ticks.push(tick);
    if (tick.phase === 'measured') rssAfterBytes = process.memoryUsage.rss();
  },
  done: (_worker, end) => {
    ends.push(end);
    if (ends.length === assignments.length) over.resolve();
  },
  failed: (error) => over.reject(error),
});
const rssBeforeBytes = process.memoryUsage.rss();
pool.start();
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
    errors: [...new Set(errors.map(({ kind, code, message }) => `${kind} ${code}: ${message}`))],
    seconds: (end - start) / 1000,
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
