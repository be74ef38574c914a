import { describeCell } from '../../contracts/experiment/cell.ts';
import type { ErrorCount, TrialResult } from '../../contracts/measurement.ts';
import { groupBy } from './group.ts';

/** Failed requests of one kind and code of one cell, over all its trials. */
export interface ErrorRow extends ErrorCount {
  readonly key: string;
  /** A trial of the cell, for its levels. */
  readonly trial: TrialResult;
  /** Trials of the cell with such errors, and in total. */
  readonly inTrials: number;
  readonly ofTrials: number;
  /** Of all requests that ended in the windows of the cell, or of the answers that were compared; 0–1. */
  readonly share: number;
  /** Number of compared answers, if the share refers to them; null if it refers to all. */
  readonly checked: number | null;
}

/** Errors found only by comparing. */
const found = ['CONTENT', 'UNDECODABLE'];

/** The errors of a run, by cell, the most frequent first within each. */
export function errorRows(trials: readonly TrialResult[]): ErrorRow[] {
  const cells = groupBy(trials, ({ cell }) => describeCell(cell));
  return [...cells].flatMap(([name, own]) => rowsOfCell(name, own));
}

function rowsOfCell(name: string, trials: readonly TrialResult[]): ErrorRow[] {
  const [trial] = trials;
  if (!trial) return [];
  const all = trials.reduce((sum, { requests }) => sum + requests.ok + requests.failed, 0);
  const checked = trials.reduce((sum, trial) => sum + (trial.checked?.answers ?? 0), 0);
  const byCode = groupBy(
    trials.flatMap(({ errors }) => errors),
    ({ kind, code }) => `${kind} ${code}`,
  );
  return [...byCode]
    .flatMap(([code, errors]) => {
      const [first] = errors;
      if (!first) return [];
      const count = errors.reduce((sum, error) => sum + error.count, 0);
      const isSample = first.kind === 'mismatch' && found.includes(first.code) && checked > 0;
      const whole = isSample ? checked : all;
      const share = whole > 0 ? count / whole : 0;
      const inTrials = errors.length;
      const key = `${name}/${code}`;
      const of = { checked: isSample ? checked : null, ofTrials: trials.length };
      return [{ ...first, key, trial, count, share, inTrials, ...of }];
    })
    .sort((a, b) => b.count - a.count);
}
