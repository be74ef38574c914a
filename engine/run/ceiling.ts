import type { Calibration } from '../../contracts/calibration.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Environment } from '../../contracts/result.ts';

/** Shapes about as large as the small product that ceilings are measured with. */
const similarShapes: readonly string[] = ['small', 'typical'];

/** Whether a calibration is of a machine as it is now. */
export function isOfMachine({ environment: there }: Calibration, here: Environment): boolean {
  return (['cpu', 'cores', 'node', 'os'] as const).every((fact) => there[fact] === here[fact]);
}

/**
 * What one worker of this machine can do at most in a cell: requests per second against a service
 * that does nothing.
 * @returns null when that is not known: never calibrated, calibrated on another machine or Node, for a
 *   larger shape, or by a measurement in which the worker was not the limit.
 */
export function ceilingPerWorker(
  calibration: Calibration | null,
  here: Environment,
  cell: Cell,
): number | null {
  if (!calibration || !similarShapes.includes(cell.shape)) return null;
  if (!isOfMachine(calibration, here)) return null;
  const ceiling = calibration.ceilings.find(
    ({ protocol, client, tls }) =>
      protocol === cell.protocol && client === cell.client && tls === (cell.tls !== 'off'),
  );
  return ceiling?.workerBound ? ceiling.throughputRps : null;
}
