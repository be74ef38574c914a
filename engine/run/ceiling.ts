import type { Calibration } from '../../contracts/calibration.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Environment } from '../../contracts/result.ts';

/** Shapes about the size of the small product that ceilings are measured with. */
const similarShapes: readonly string[] = ['small', 'typical'];

/** Whether a calibration still applies to this machine. */
export function isOfMachine({ environment: there }: Calibration, here: Environment): boolean {
  return (['cpu', 'cores', 'node', 'os'] as const).every((fact) => there[fact] === here[fact]);
}

/**
 * Maximum throughput of one worker of this machine in a cell: requests per second against a service
 * that does nothing.
 * @returns null when unknown: never calibrated, calibrated on another machine or Node version, for a
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
