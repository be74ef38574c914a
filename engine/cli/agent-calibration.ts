import { messageOf } from '../../contracts/errors.ts';
import type { MachineCalibration } from '../../contracts/machine-calibration.ts';
import { calibrationFor, keptCalibration } from '../machines/calibrated.ts';
import { environment } from '../platform/environment.ts';
import { databasePath } from '../platform/home.ts';
import { measureCeilings } from './measure-ceilings.ts';
import { say } from './streams.ts';
import { surroundings } from './surroundings.ts';
import { withEngine } from './with-engine.ts';

const defaultSeconds = 2;

async function kept(): Promise<MachineCalibration | undefined> {
  try {
    return await keptCalibration(databasePath(surroundings().home), environment());
  } catch (error) {
    // An agent does not need it, unless an experiment uses it.
    say(`The calibration of this machine cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

/**
 * The calibration of this machine.
 * @param measures whether to calibrate where none is known.
 */
export async function agentCalibration(
  measures: boolean,
  signal: AbortSignal,
): Promise<MachineCalibration | undefined> {
  const known = await kept();
  if (known || !measures) return known;
  say('Calibrating this machine first, which takes a minute and a half.');
  const measured = await withEngine({}, (engine) =>
    measureCeilings(engine, defaultSeconds, signal),
  );
  return calibrationFor(measured, environment());
}
