import type { Ceiling } from '../../contracts/calibration.ts';
import { type ErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { type CorePlan, pinProcess } from '../platform/pinning.ts';
import { bundledAddress, serviceTls } from '../run/address.ts';
import { assignmentsOf } from '../run/assignments.ts';
import { type ServiceProcess, startService } from '../run/service-process.ts';
import { StintRunner } from '../run/stint-runner.ts';
import { loadPlan } from '../run/stints/load-plan.ts';
import type { WorkerPool } from '../run/worker-pool.ts';
import { ceilingOf } from './ceiling-of.ts';
import { calibrationExperiment } from './plan.ts';

/** Before the measured time, in seconds; the next one when not one request ended in that. */
const warmUps = [1, 4, 16];

export interface CalibrationContext {
  /** Measured time. */
  readonly seconds: number;
  /** Holds the certificates. */
  readonly home: string;
  /** Of the null service (Linux). */
  readonly niceness: number;
  readonly pool: WorkerPool;
  readonly cores: CorePlan;
  /** Ends the load early when it is aborted. */
  readonly signal: AbortSignal;
}

/**
 * Loads a null service by one worker as hard as the driver can.
 * @returns null when it was ended early.
 * @throws WirebenchError when the service does not start, a worker fails, or a request does.
 */
export async function measureCeiling(
  planned: PlannedTrial,
  context: CalibrationContext,
): Promise<Ceiling | null> {
  const { cell } = planned;
  const service = await startService({
    workload: 'product',
    protocol: cell.protocol,
    host: '127.0.0.1',
    port: 0,
    tls: await serviceTls(cell.tls, context.home),
    delayMs: 0,
    niceness: context.niceness,
    null: true,
  });
  try {
    // Where the service cannot be bound, the ceiling is lower, not wrong.
    if (context.cores.services) await pinProcess(service.pid, context.cores.services);
    let ticks: Tick[] = [];
    for (const warmUp of warmUps) {
      const experiment = calibrationExperiment(context.seconds, warmUp);
      ticks = await makeLoad({ experiment, planned, service }, context);
      if (context.signal.aborted) return null;
      // A slow machine may still be at its TLS handshakes.
      if (ticks.some(({ ok, failed }) => ok + failed > 0)) break;
    }
    return ceilingOf(cell, ticks);
  } finally {
    await service.stop();
  }
}

interface Attempt {
  readonly experiment: Experiment;
  readonly planned: PlannedTrial;
  readonly service: ServiceProcess;
}

/** @returns the ticks of the measured window. */
async function makeLoad(
  { experiment, planned, service }: Attempt,
  { home, pool, cores, signal }: CalibrationContext,
): Promise<Tick[]> {
  const { cell } = planned;
  const stint = loadPlan(experiment.load, cell).next([], 0);
  if (!stint) throw new WirebenchError('INTERNAL', 'A calibration without load');
  const address = await bundledAddress(service, cell.tls, home);
  const place = { planned, address, workers: 1, index: 0, cores: cores.workers };
  const ticks: Tick[] = [];
  let failure: ErrorReport | null = null;
  const runner = new StintRunner({
    pool,
    stint,
    assignments: assignmentsOf(experiment, stint, place),
    timeoutMs: experiment.timeout,
    window: null,
    started: () => undefined,
    tick: (tick) => {
      if (tick.phase === 'measured') ticks.push(tick);
    },
    failed: (error) => {
      failure ??= error;
    },
  });
  const stop = () => runner.stop();
  service.onDeath((reason) => {
    failure ??= { code: 'SERVICE_DIED', message: `The null ${cell.protocol} service ${reason}` };
    stop();
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    await runner.run();
  } finally {
    signal.removeEventListener('abort', stop);
  }
  refuse(failure);
  return ticks;
}

function refuse(failure: ErrorReport | null): void {
  if (!failure) return;
  const { code, message, hint } = failure;
  throw new WirebenchError(code, message, hint === undefined ? {} : { hint });
}
