import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { clientKinds, protocols } from '../../contracts/words.ts';
import { experimentSchema } from '../experiment/schema.ts';

/** Users of one worker, each with its own connection: enough to keep it busy. */
const users = 50;

/**
 * The cells of a calibration: every driver with the small product, without and with TLS, by a single
 * worker that shares no core with the service where there are at least two.
 * @param seconds measured time of each cell.
 * @param warmUp seconds before it, for connecting and JIT compilation.
 */
export function calibrationExperiment(seconds: number, warmUp: number): Experiment {
  const inMs = (time: number) => `${Math.round(time * 1000)}ms`;
  return experimentSchema.parse({
    wirebench: 1,
    name: 'Calibration',
    factors: { protocol: protocols, client: clientKinds, tls: ['off', 'on'], users },
    load: { model: 'closed', warmUp: inMs(warmUp), duration: inMs(seconds) },
    workers: 1,
    pinning: 'auto',
  });
}
