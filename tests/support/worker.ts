import { Worker } from 'node:worker_threads';
import type { Assignment, Tick, WorkerReport } from '../../contracts/worker-messages.ts';
import { entryUrl } from '../../engine/platform/entries.ts';
import { Histogram } from '../../engine/stats/histogram.ts';
import { assignmentDefaults, closedLoad } from './loads.ts';
import type { TestService } from './service.ts';

export type Place = Pick<TestService, 'host' | 'port' | 'ca' | 'client'>;

/** A plain server of the test, for {@link assignment}. */
export const plainPlace = (port: number): Place => ({
  host: '127.0.0.1',
  port,
  ca: '',
  client: { ca: '', cert: '', key: '' },
});

/** A cell and rules for a test; fields may be replaced. */
export function assignment(service: Place, change: Partial<Assignment>): Assignment {
  const cell = {
    protocol: 'rest',
    shape: 'small',
    users: 2,
    tls: 'off',
    client: 'raw',
    ...change.cell,
  } as Assignment['cell'];
  return {
    address: {
      host: service.host,
      port: service.port,
      basePath: '',
      tls:
        cell.tls === 'off'
          ? null
          : {
              ca: [service.ca],
              serverName: 'localhost',
              minVersion: cell.tls === 'tls1.3' ? 'TLSv1.3' : 'TLSv1.2',
              maxVersion: cell.tls === 'tls1.2' ? 'TLSv1.2' : 'TLSv1.3',
              identity:
                cell.tls === 'mtls' ? { cert: service.client.cert, key: service.client.key } : null,
            },
    },
    ...assignmentDefaults,
    load: closedLoad({ users: cell.users ?? 2 }),
    timeoutMs: 20_000,
    verify: 'all',
    requests: 10,
    ...change,
    cell,
  };
}

export interface WorkerOutcome {
  readonly ticks: Tick[];
  readonly ok: number;
  readonly failed: number;
  /** `kind code`, each once. */
  readonly errors: string[];
  readonly messages: string[];
  readonly latency: Histogram;
  readonly done: WorkerReport & { type: 'done' };
}

type During = (worker: { stop(): void; ticks: readonly Tick[] }) => Promise<void> | void;

/** A real worker thread, which runs one assignment after the other as in the engine. */
export interface TestWorker {
  run(plan: Assignment, during?: During): Promise<WorkerOutcome>;
  end(): Promise<unknown>;
}

export function startWorker(): TestWorker {
  const worker = new Worker(entryUrl('worker'));
  let last = -1;
  return {
    run: (plan, during) => runOn(worker, ++last, plan, during),
    end: () => worker.terminate(),
  };
}

/** Runs one assignment to its end in a new worker thread. */
export async function runWorker(plan: Assignment, during?: During): Promise<WorkerOutcome> {
  const worker = startWorker();
  try {
    return await worker.run(plan, during);
  } finally {
    await worker.end();
  }
}

async function runOn(
  worker: Worker,
  trial: number,
  plan: Assignment,
  during: During | undefined,
): Promise<WorkerOutcome> {
  const ticks: Tick[] = [];
  let onReport: (report: WorkerReport) => void = () => undefined;
  const done = new Promise<WorkerReport & { type: 'done' }>((resolve, reject) => {
    worker.once('error', reject);
    onReport = (report) => {
      if (report.type === 'ready') {
        worker.postMessage({ type: 'start', trial, at: process.hrtime.bigint() });
        Promise.resolve(
          during?.({ ticks, stop: () => worker.postMessage({ type: 'stop', trial }) }),
        ).catch(reject);
      } else if (report.type === 'tick') ticks.push(report.tick);
      else if (report.type === 'done') resolve(report);
      else reject(new Error(report.error.message));
    };
  });
  worker.on('message', onReport);
  worker.postMessage({ type: 'prepare', trial, assignment: plan });
  try {
    return summarise(ticks, await done);
  } finally {
    worker.off('message', onReport);
    worker.removeAllListeners('error');
  }
}

function summarise(ticks: Tick[], done: WorkerReport & { type: 'done' }): WorkerOutcome {
  const latency = new Histogram();
  for (const tick of ticks) if (tick.phase === 'measured') latency.addData(tick.latency);
  const errors = ticks.flatMap((tick) => tick.errors);
  return {
    ticks,
    ok: ticks.reduce((sum, tick) => sum + tick.ok, 0),
    failed: ticks.reduce((sum, tick) => sum + tick.failed, 0),
    errors: [...new Set(errors.map(({ kind, code }) => `${kind} ${code}`))],
    messages: errors.map(({ message }) => message),
    latency,
    done,
  };
}
