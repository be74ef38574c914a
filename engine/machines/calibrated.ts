import { existsSync } from 'node:fs';
import type { Calibration } from '../../contracts/calibration.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { MachineCalibration } from '../../contracts/machine-calibration.ts';
import type { AgentFacts } from '../../contracts/machines.ts';
import type { Environment } from '../../contracts/result.ts';
import { isOfMachine } from '../run/ceiling.ts';
import { type Division, divideInTurns } from '../run/division.ts';
import { dealWorkers } from './deal.ts';

/** @returns the calibration to report to others; undefined where it is missing or the machine has changed since. */
export function calibrationFor(
  calibration: Calibration | null,
  here: Environment,
): MachineCalibration | undefined {
  if (!calibration || !isOfMachine(calibration, here)) return undefined;
  return {
    at: calibration.at,
    ceilings: calibration.ceilings.map(({ protocol, client, tls, throughputRps }) => ({
      ...{ protocol, client, tls, throughputRps },
    })),
  };
}

/**
 * The calibration stored in a database of this machine.
 * @param file which is not created if missing.
 */
export async function keptCalibration(
  file: string,
  here: Environment,
): Promise<MachineCalibration | undefined> {
  if (!existsSync(file)) return undefined;
  // Loaded on demand: an agent needs a database for nothing else.
  const { openStore } = await import('../store/store.ts');
  const store = openStore(file);
  try {
    return calibrationFor(store.latestCalibration(), here);
  } finally {
    store.close();
  }
}

type Known = Pick<AgentFacts, 'name' | 'threads' | 'calibration'>;

function unavailable(message: string): WirebenchError {
  return new WirebenchError('MACHINES_UNAVAILABLE', `machineShare: ${message}`, {
    hint: 'Run "wirebench calibrate" there and start the agent again, or start it with --calibrate; or leave out machineShare.',
  });
}

/** Maximum requests per second of all load workers of a machine in a cell. @throws WirebenchError MACHINES_UNAVAILABLE */
export function calibratedRps(
  { name, threads, calibration }: Known,
  { protocol, client, tls }: Cell,
): number {
  const ceiling = calibration?.ceilings.find(
    (one) => one.protocol === protocol && one.client === client && one.tls === (tls !== 'off'),
  );
  if (ceiling && ceiling.throughputRps > 0) return ceiling.throughputRps * threads;
  throw unavailable(
    `${name} has no calibration of ${describeCell({ protocol, client, tls } as Cell)}`,
  );
}

/** @throws WirebenchError MACHINES_UNAVAILABLE, which names the machines without a calibration. */
export function refuseUncalibrated(machines: readonly Known[]): void {
  const names = machines.filter(({ calibration }) => !calibration).map(({ name }) => name);
  if (names.length === 0) return;
  throw unavailable(
    `the load is to be divided by calibration, but there is none of ${names.join(', ')}`,
  );
}

/**
 * Divides a load among machines in proportion to their calibrations.
 * @param wanted maximum workers of all machines. @param least the smallest unit that is divided.
 * @throws WirebenchError MACHINES_UNAVAILABLE
 */
export function divideByCalibration(
  machines: readonly { readonly name: string; readonly facts: Known }[],
  cell: Cell,
  wanted: number,
  least: number,
): Division {
  const offered = machines.map(({ facts }) => facts.threads);
  const all = offered.reduce((sum, threads) => sum + threads, 0);
  const threads = dealWorkers(offered, Math.min(wanted, all)).map(({ length }) => length);
  const divided = machines.map(({ facts, name }, place) => ({
    threads: threads[place] ?? 0,
    weight: calibratedRps({ ...facts, name }, cell),
  }));
  return divideInTurns(divided, least);
}
