import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Environment } from '../../contracts/result.ts';
import type { TrialStatus } from '../../contracts/words.ts';

/** A run about to start. Times are ISO, `experiment` is YAML. */
export interface NewRun {
  id: string;
  name: string;
  experiment: string;
  environment: Environment;
  startedAt: string;
  warnings: string[];
  trials: { id: string; planned: PlannedTrial }[];
}

/** A trial whose engine died before the trial ended. `startedAt` is null when it had not begun. */
export interface UnfinishedTrial {
  id: string;
  planned: PlannedTrial;
  startedAt: string | null;
  status: TrialStatus;
}

/** A run whose engine died. */
export interface InterruptedRun {
  runId: string;
  trials: UnfinishedTrial[];
}
