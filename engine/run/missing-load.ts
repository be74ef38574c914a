import type { LostMachine } from '../../contracts/measurement.ts';
import { formatMs, formatWholeSeconds } from '../../metrics/format.ts';
import type { Judgement } from './verdict.ts';

/** A machine whose load was missing from the begin of a measured window. */
export interface LateMachine {
  readonly name: string;
  /** Of the window. */
  readonly missingMs: number;
}

/** What machines did not do of a trial. */
export interface MissingLoad {
  readonly lost: readonly LostMachine[];
  readonly late: readonly LateMachine[];
}

/** A trial that machines had no full part in speaks of less load than was asked for. */
export function doubtedForMachines({ lost, late }: MissingLoad, judgement: Judgement): Judgement {
  if (lost.length + late.length === 0) return judgement;
  const { verdict, reasons } = judgement;
  return {
    verdict: verdict === 'ok' ? 'suspect' : verdict,
    reasons: [...lost.map(lossInWords), ...late.map(latenessInWords), ...reasons],
  };
}

function latenessInWords({ name, missingMs }: LateMachine): string {
  return `Incomplete: ${name} heard of the start late, and its load is missing from the first ${formatMs(missingMs)} of the measured window.`;
}

function lossInWords({ name, sinceSeconds, workers, ofWorkers }: LostMachine): string {
  const are = workers === 1 ? 'is' : 'are';
  return `Incomplete: ${name} was lost ${formatWholeSeconds(sinceSeconds)} after the start, so ${workers} of ${ofWorkers} load workers ${are} missing from then on.`;
}
