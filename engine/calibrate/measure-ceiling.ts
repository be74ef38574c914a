import type { Ceiling } from '../../contracts/calibration.ts';
import { type ErrorReport, fromErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import type { CorePlan } from '../platform/pinning.ts';
import { bundledAddress } from '../run/address.ts';
import { assignmentsOf } from '../run/assignments.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import type { LoadPool } from '../run/load-pool.ts';
import { StintRunner } from '../run/stint-runner.ts';
import { loadPlan } from '../run/stints/load-plan.ts';
import { ceilingOf } from './ceiling-of.ts';
import { calibrationExperiment } from './plan.ts';

/**
 * Lengths of the warm-up, in seconds. The next one is tried when no request ended in the measured time.
 * The first is no longer than that time, to keep short calibrations short.
 */
const warmUpsBefore = (seconds: number) => [...(seconds < 1 ? [seconds] : []), 1, 4, 16];

export interface CalibrationContext {
  /** Measured time. */
  readonly seconds: number;
  /** Folder of the certificates. */
  readonly home: string;
  readonly pool: LoadPool;
  readonly cores: CorePlan;
  /** Aborting it ends the load early. */
  readonly signal: AbortSignal;
}

/**
 * Has one worker load a null service as hard as the driver can.
 * @param service the null service of the cell's protocol, with TLS if the cell has it.
 * @returns null when it was ended early.
 * @throws WirebenchError when the service dies, a worker fails, or a request does.
 */
export async function measureCeiling(
  planned: PlannedTrial,
  service: ServiceProcess,
  context: CalibrationContext,
): Promise<Ceiling | null> {
  let ticks: Tick[] = [];
  for (const warmUp of warmUpsBefore(context.seconds)) {
    const experiment = calibrationExperiment(context.seconds, warmUp);
    ticks = await makeLoad({ experiment, planned, service }, context);
    if (context.signal.aborted) return null;
    // A slow machine may still be busy with its TLS handshakes.
    if (ticks.some(({ ok, failed }) => ok + failed > 0)) break;
  }
  return ceilingOf(planned.cell, ticks);
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
  if (failure) throw fromErrorReport(failure);
}
