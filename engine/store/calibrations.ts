import type { Database } from 'better-sqlite3';
import { type Calibration, calibrationSchema } from '../../contracts/calibration.ts';
import { parseStored } from './stored.ts';

/** Calibrations of this machine's load workers. All are kept; the last one counts. */
export function calibrationStatements(database: Database) {
  const save = database.prepare<[string, string]>(
    'INSERT INTO calibrations (at, calibration) VALUES (?, ?)',
  );
  const latest = database
    .prepare<[], string>('SELECT calibration FROM calibrations ORDER BY key DESC LIMIT 1')
    .pluck();
  return {
    saveCalibration: (calibration: Calibration): void => {
      save.run(calibration.at, JSON.stringify(calibration));
    },
    latestCalibration: (): Calibration | null => {
      const json = latest.get();
      return json === undefined
        ? null
        : parseStored(calibrationSchema, json, 'the last calibration');
    },
  };
}
