import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument, RunHead } from '../../contracts/result.ts';
import { type CsvValue, toCsv } from '../../metrics/csv.ts';
import {
  fileColumns,
  type TrialColumn,
  trialColumns,
  trialFactors,
} from '../../metrics/trial-columns.ts';

/** One row per trial after a header row. Column names include their units. */
export function trialsCsv({ run, trials }: ResultDocument): string {
  return toCsv(
    namesOf(fileColumns),
    trials.map((trial) => valuesOf(fileColumns, run, trial)),
  );
}

/**
 * One row per successful iteration of a plan, in the order in which they ended, numbered from 1 within
 * their trial; only a header where no trial has iterations.
 */
export function samplesCsv({ run, trials }: ResultDocument): string {
  const first = trialColumns(trials, [
    ...(['trial_id', 'trial_index', 'protocol', 'shape', 'users', 'tls', 'client'] as const),
    ...(['repetition', 'network', 'gateway'] as const),
  ]);
  const named = [...first.map(({ id }) => id), 'rate'];
  const identity = [...first, ...trialFactors.filter(({ id }) => !named.includes(id))];
  return toCsv(
    [...namesOf(identity), 'iteration', 'duration_us', 'set_up_us', 'requests'],
    trials.flatMap((trial) => {
      const cell = valuesOf(identity, run, trial);
      return samplesOf(trial).map((sample) => [...cell, ...sample]);
    }),
  );
}

function namesOf(columns: readonly TrialColumn[]): string[] {
  return ['run_id', 'run_name', ...columns.map(({ id }) => id)];
}

function valuesOf(columns: readonly TrialColumn[], run: RunHead, trial: TrialResult): CsvValue[] {
  return [run.id, run.name, ...columns.map(({ value }) => value(trial))];
}

function samplesOf({ plan }: TrialResult): CsvValue[][] {
  const { durationUs = [], setUpUs = [], requests = [] } = plan?.samples ?? {};
  return durationUs.map((duration, index) => [
    index + 1,
    duration,
    setUpUs[index] ?? null,
    requests[index] ?? null,
  ]);
}
