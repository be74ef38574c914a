import type { FactorName } from '../../../contracts/experiment/factors.ts';
import type { SameWork } from '../../../contracts/same-work.ts';
import { capital } from '../../../contracts/work.ts';
import type { RepeatedCell } from '../comparisons.ts';
import { type WorkDone, workDoneBy } from './facts.ts';
import { rowsOf } from './rows.ts';

/** A side of a comparison with its name in sentences. */
export interface NamedCell extends RepeatedCell {
  readonly label: string;
}

const known = new WeakMap<readonly unknown[], WorkDone>();

/** A cell is compared with several others. */
function workOf(one: RepeatedCell): WorkDone {
  const work = known.get(one.trials) ?? workDoneBy(one);
  known.set(one.trials, work);
  return work;
}

/**
 * Whether two cells that differ in a factor did the same work besides: what differs because of the factor is part of
 * the comparison, and what is not known counts neither for nor against.
 */
export function sameWorkOf(cell: NamedCell, baseline: NamedCell, factor: FactorName): SameWork {
  const { rows, reasons, labels } = judged(cell, baseline, factor);
  return {
    cell: cell.cell,
    baseline: baseline.cell,
    factor,
    labels,
    verdict: reasons.length > 0 ? 'not-comparable' : 'comparable',
    reasons,
    rows: rows.map(({ why: _, ...row }) => row),
  };
}

/**
 * Why two cells did not do the same work. @param factor null for the same cell of two runs.
 * @returns none if nothing shows it.
 */
export function otherWork(
  cell: NamedCell,
  baseline: NamedCell,
  factor: FactorName | null,
): SameWork['reasons'] {
  return judged(cell, baseline, factor).reasons;
}

function judged(cell: NamedCell, baseline: NamedCell, factor: FactorName | null) {
  const labels = { cell: cell.label, baseline: baseline.label };
  const rows = rowsOf({ cell: workOf(cell), baseline: workOf(baseline), factor, labels });
  const reasons = rows.flatMap(({ aspect, why }) =>
    why === null ? [] : [{ code: aspect, sentence: `${startOf(why, labels)}.` }],
  );
  return { rows, reasons, labels };
}

/** `gRPC` keeps its spelling. */
function startOf(sentence: string, labels: SameWork['labels']): string {
  return Object.values(labels).some((label) => sentence.startsWith(label))
    ? sentence
    : capital(sentence);
}
