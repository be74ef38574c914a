import type { LostMachine } from '../../contracts/measurement.ts';
import { formatMs, formatWholeSeconds } from '../../metrics/format.ts';
import type { Judgement } from './verdict.ts';

/** A machine whose load was missing at the start of a measured window. */
export interface LateMachine {
  readonly name: string;
  /** Missing time in the window. */
  readonly missingMs: number;
}

/** Load that machines missed in a trial. */
export interface MissingLoad {
  readonly lost: readonly LostMachine[];
  readonly late: readonly LateMachine[];
}

/** Reasons why a trial had less load than intended, because machines did not contribute all of their share. */
export function doubtedForMachines({ lost, late }: MissingLoad, judgement: Judgement): Judgement {
  if (lost.length + late.length === 0) return judgement;
  const { verdict, reasons } = judgement;
  return {
    verdict: verdict === 'ok' ? 'suspect' : verdict,
    reasons: [...lost.map(lossInWords), ...late.map(latenessInWords), ...reasons],
  };
}

function latenessInWords({ name, missingMs }: LateMachine): string {
  return `Incomplete: ${name} received the start late, and its load is missing from the first ${formatMs(missingMs)} of the measured window.`;
}

function lossInWords({ name, sinceSeconds, workers, ofWorkers }: LostMachine): string {
  const are = workers === 1 ? 'is' : 'are';
  return `Incomplete: ${name} was lost ${formatWholeSeconds(sinceSeconds)} after the start, so ${workers} of ${ofWorkers} load workers ${are} missing from then on.`;
}
