import type { ErrorReport } from '../../contracts/errors.ts';
import type { PlanResult } from '../../contracts/plan.ts';
import { type Work, workWords } from '../../contracts/work.ts';
import { countOf, formatCount, formatDuration, formatMs } from '../../metrics/format.ts';
import { levelInWords, levelOfRound } from '../../metrics/levels.ts';
import { findOmission } from '../stats/omission.ts';
import { comparisonOf } from './trial-failure.ts';
import type { TrialFigures } from './trial-metrics.ts';
import type { TrialRecord } from './trial-record.ts';
import { wrongNote } from './wrong-answers.ts';

interface NotedFacts {
  /** Null in open load. */
  readonly thinkTimeMs: number | null;
  readonly counts: Work;
  readonly failure: ErrorReport | null;
}

/** Sentences for readers of a trial's results. */
export function notesOf(record: TrialRecord, facts: NotedFacts): string[] {
  const { thinkTimeMs, counts, failure } = facts;
  const mixed = mixedLevels(record);
  const figures = record.headline()?.figures ?? record.total;
  const hidden = thinkTimeMs === null || mixed ? null : hiddenStall(figures, thinkTimeMs);
  // The failure says so already.
  const wrong =
    failure?.code === 'ANSWERS_WRONG' ? null : wrongNote(comparisonOf(record.total, counts));
  return [mixed, unsteady(record), hidden, wrong, failedOutside(record.total, counts)].filter(
    (note) => note !== null,
  );
}

/** Metrics that were still changing when measuring began. */
function unsteady({ rounds, warmUp, plan }: TrialRecord): string | null {
  const figure = plan.unit === 'rate' ? 'Latency' : 'Throughput';
  if (rounds.length === 0) {
    if (warmUp?.ended !== 'maximum') return null;
    return `${figure} was not steady when the warm-up reached its maximum of ${formatDuration(warmUp.seconds)}, so the results may still include a part of it.`;
  }
  const late = rounds.filter((round) => round.warmUp?.ended === 'maximum').length;
  if (late === 0) return null;
  return `${figure} was not steady when the measuring of ${late} of ${countOf(rounds.length, 'round')} began, because the warm-up had reached its maximum.`;
}

/** Results over several levels describe none of them. */
function mixedLevels({ plan, rounds }: TrialRecord): string | null {
  if (plan.headline || rounds.length < 2) return null;
  const levels = rounds.map(levelOfRound);
  const from = levelInWords(plan.unit, Math.min(...levels));
  const to = levelInWords(plan.unit, Math.max(...levels));
  return `The results of this trial mix levels of load from ${from} to ${to}; each of its ${rounds.length} rounds has its own results.`;
}

function hiddenStall(figures: TrialFigures, thinkTimeMs: number): string | null {
  const omission = findOmission(figures.latency, thinkTimeMs);
  if (!omission) return null;
  return (
    'A closed load waits while the service stalls, so its percentiles hide the stall: with requests ' +
    `coming at the usual pace p99 would have been about ${formatMs(omission.correctedP99Ms)} instead of ` +
    `${formatMs(omission.measuredP99Ms)}. Measure with open load to see it.`
  );
}

function failedOutside({ finished, measured }: TrialFigures, counts: Work): string | null {
  const failed =
    finished.warmUp + finished.measured + finished.drained - finished.succeeded - measured.failed;
  if (failed <= 0) return null;
  const { one, many } = workWords[counts];
  return `${countOf(failed, one, many)} failed outside the measured window.`;
}

/** Whether the service received all requests that the iterations of a plan sent. */
export function planNotes(plan: PlanResult | null, serverCounted: number | null): string[] {
  if (!plan || serverCounted === null || serverCounted === plan.sent) return [];
  return [
    `The iterations sent ${formatCount(plan.sent)} requests, and the service counted ${formatCount(serverCounted)}.`,
  ];
}
