import type { Calibration, CalibrationEvent, Ceiling } from '../../contracts/calibration.ts';
import { planTrials } from '../experiment/plan.ts';
import { environment } from '../platform/environment.ts';
import { corePlan } from '../platform/pinning.ts';
import { WorkerPool } from '../run/worker-pool.ts';
import { measureCeiling } from './measure-ceiling.ts';
import { NullServices } from './null-service.ts';
import { calibrationExperiment } from './plan.ts';

export interface CalibrationOptions {
  /** Measured time of each ceiling. */
  readonly seconds: number;
  /** Folder of the certificates. */
  readonly home: string;
  /** Of the worker and the null services (Linux); 0 is the default priority. */
  readonly niceness: number;
  /** Ends the calibration early; its results are discarded. */
  readonly signal: AbortSignal;
  /** Called with each ceiling once it is known. */
  emit(event: CalibrationEvent): void;
}

/**
 * Measures the ceilings of this machine, one driver after the other.
 * @returns null when it was ended early.
 * @throws WirebenchError SERVICE_START_FAILED, SERVICE_DIED, WORKER_FAILED, NO_REQUEST_SUCCEEDED
 */
export async function calibrate(options: CalibrationOptions): Promise<Calibration | null> {
  const { seconds, home, niceness, signal } = options;
  const trials = planTrials(calibrationExperiment(seconds, 1));
  const pool = new WorkerPool(niceness);
  const cores = corePlan('auto', 1);
  const services = new NullServices({ home, niceness, cores });
  const ceilings: Ceiling[] = [];
  try {
    for (const planned of trials) {
      if (signal.aborted) return null;
      const service = await services.of(planned.cell);
      const ceiling = await measureCeiling(planned, service, {
        seconds,
        home,
        signal,
        pool,
        cores,
      });
      if (!ceiling) return null;
      ceilings.push(ceiling);
      options.emit({ type: 'ceiling', ceiling, done: ceilings.length, of: trials.length });
    }
  } finally {
    await services.stop();
    await pool.close();
  }
  return { at: new Date().toISOString(), environment: environment(), seconds, ceilings };
}
