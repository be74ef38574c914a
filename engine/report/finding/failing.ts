import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { countOf, formatShare, inSeries } from '../../../metrics/format.ts';
import { levelOf, levelText, levelUnit } from '../../../metrics/levels.ts';
import { sum } from '../../stats/moments.ts';
import { manyErrors } from '../compare/cautions.ts';
import type { OrderedRun, RepeatedCell } from '../comparisons.ts';
import type { SaturationFound } from '../saturation.ts';
import { labelsAmong } from './cell-labels.ts';

/** Maximum number of failing cells that are named; more are counted. */
const maxNamed = 3;

/**
 * Share of the requests of some trials that failed, 0–1. Loads that go through levels end where a service fails, so
 * theirs are those of the level that represents them: the last of a search, and otherwise the one with the peak.
 */
export function failedShare(trials: readonly TrialResult[]): number {
  const counts = trials.map((trial) => representative(trial) ?? trial.requests);
  const ok = sum(counts.map((one) => one.ok));
  const failed = sum(counts.map((one) => one.failed));
  return ok + failed === 0 ? 0 : failed / (ok + failed);
}

function representative({ rounds, headlineRound }: TrialResult): Round | undefined {
  return headlineRound === null
    ? rounds.toSorted((a, b) => b.throughputRps - a.throughputRps)[0]
    : rounds.find(({ index }) => index === headlineRound);
}

/** Whether so many requests of a cell failed that its speed says nothing. */
export const isFailing = ({ trials }: Pick<RepeatedCell, 'trials'>) =>
  failedShare(trials) > manyErrors;

/** The run without the cells whose speed says nothing, and the saturation of the others. */
export function withoutFailing(
  run: OrderedRun,
  saturation: readonly SaturationFound[],
): readonly [OrderedRun, readonly SaturationFound[]] {
  const names = new Set(run.cells.filter(isFailing).map(({ cell }) => describeCell(cell)));
  if (names.size === 0) return [run, saturation];
  const isSound = ({ cell }: { readonly cell: Cell }) => !names.has(describeCell(cell));
  const { cells, trials } = run;
  return [
    { ...run, cells: cells.filter(isSound), trials: trials.filter(isSound) },
    saturation.filter(isSound),
  ];
}

/**
 * `REST failed 41 % of its requests (500 database is down); its speed says nothing`
 * @returns null where nothing fails.
 */
export function describeFailing({ cells }: OrderedRun): string | null {
  const failing = cells
    .filter(isFailing)
    .toSorted((a, b) => failedShare(b.trials) - failedShare(a.trials));
  if (failing.length === 0) return null;
  const { many } = workWords[workOfTrials(failing.flatMap(({ trials }) => trials))];
  const labelOf = labelsAmong(cells.map(({ cell }) => cell));
  const hasLevels = new Set(cells.map(({ cell }) => levelOf(cell))).size > 1;
  const clauses = failing.slice(0, maxNamed).map((one, index) => {
    const share = formatShare(failedShare(one.trials));
    const of = index === 0 ? ` of its ${many}${whereOf(one)}` : '';
    const [level, unit] = [levelOf(one.cell), levelUnit([one.cell])];
    const at = hasLevels && level !== null && unit ? ` at ${levelText(unit, level)}` : '';
    return `${labelOf(one.cell)}${at} failed ${share}${of}${reasonOf(one.trials)}`;
  });
  const more = failing.length - clauses.length;
  const [their, speed] = failing.length === 1 ? ['its', 'speed says'] : ['their', 'speeds say'];
  return `${inSeries([...clauses, ...(more > 0 ? [`${countOf(more, 'more cell', 'more cells')} failed, too`] : [])])}; ${their} ${speed} nothing`;
}

/** The level that {@link failedShare} describes. */
function whereOf({ trials }: RepeatedCell): string {
  if (trials.every(({ rounds }) => rounds.length === 0)) return '';
  return trials.some(({ headlineRound }) => headlineRound !== null)
    ? ' at the end of its search'
    : ' at its best level';
}

/** The most frequent error: ` (503 database is down)`, ` (timeout)`. */
function reasonOf(trials: readonly TrialResult[]): string {
  const counts = new Map<string, { count: number; words: string }>();
  for (const { kind, code, count, message } of trials.flatMap(({ errors }) => errors)) {
    const words = message === '' ? `${kind} ${code}`.trim() : message;
    const key = `${kind} ${code}`;
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + count, words });
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  return most ? ` (${shortened(most.words)})` : '';
}

/** Enough of a message to recognise it. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
