import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { clientKinds, protocols } from '../../contracts/words.ts';
import { experimentSchema } from '../experiment/schema.ts';

/** Users of one worker, each with a connection of its own: enough to keep it busy. */
const users = 50;

/**
 * What a calibration runs, one cell after the other: every driver with the small product,
 * without and with TLS, by a single worker that shares no core with the service where there are two.
 * @param seconds measured time of each cell.
 * @param warmUp seconds before it: for connecting, and for code that is not compiled yet.
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
