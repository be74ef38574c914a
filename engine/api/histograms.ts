import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';

/** A title for each trial: its cell, and its repetition where the cell has several. */
export function titleTrials(
  trials: readonly TrialResult[],
): { trial: TrialResult; title: string }[] {
  const repeated = trials.some(({ repetition }) => repetition > 1);
  return trials.map((trial) => ({
    trial,
    title: describeCell(trial.cell) + (repeated ? ` · repetition ${trial.repetition}` : ''),
  }));
}
