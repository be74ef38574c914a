import { type Cell, describeCell } from '../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../contracts/measurement.ts';
import type { ResultDocument } from '../contracts/result.ts';
import type { LevelUnit } from '../contracts/words.ts';
import { groupDigits, shortDigits, significant } from './format.ts';

/** How the level of a load is named on axes, in headers and behind figures. */
export interface LevelWords {
  /** On an axis. */
  readonly axis: string;
  /** In the header of a column or of a picker. */
  readonly header: string;
}

const wordsOf: Record<LevelUnit, LevelWords> = {
  users: { axis: 'users', header: 'Users' },
  rate: { axis: 'wanted requests/s', header: 'Rate' },
};
const noWords: LevelWords = { axis: '', header: 'Load' };

/** The words of a unit; null is a load that sets its own levels. */
export function levelWords(unit: LevelUnit | null): LevelWords {
  return unit === null ? noWords : wordsOf[unit];
}

type Levelled = Pick<Cell, 'users' | 'rate'>;

/** The users or the rate of a cell; null where its load sets its own levels. */
export function levelOf(cell: Levelled): number | null {
  return cell.users ?? cell.rate ?? null;
}

/** The level of a round: its users, or in open load its rate. */
export function levelOfRound({ users, rate }: Pick<Round, 'users' | 'rate'>): number {
  return users ?? rate ?? 0;
}

/** Whether the figures of a trial are those of several levels together, as of a ramp; a search has the final round's. */
export function mixesLevels({
  rounds,
  headlineRound,
}: Pick<TrialResult, 'rounds' | 'headlineRound'>): boolean {
  const levels = rounds.map(({ users, rate }) => users ?? rate);
  return headlineRound === null && new Set(levels).size > 1;
}

/**
 * The names of cells with a trial that {@link mixesLevels}. Their other trials count no more: one that ended at its
 * first level has figures of another load.
 */
export function cellsThroughLevels(
  trials: readonly Pick<TrialResult, 'cell' | 'rounds' | 'headlineRound'>[],
): ReadonlySet<string> {
  return new Set(trials.filter(mixesLevels).map(({ cell }) => describeCell(cell)));
}

/** The ids of runs with trials that {@link mixesLevels}. */
export function runsThroughLevels(
  documents: readonly Pick<ResultDocument, 'run' | 'trials'>[],
): string[] {
  return documents.flatMap(({ run, trials }) => (trials.some(mixesLevels) ? [run.id] : []));
}

/** The first of those with the highest level. */
export function mostLoaded<T>(all: readonly T[], cellOf: (one: T) => Levelled): T | undefined {
  const level = (one: T) => levelOf(cellOf(one)) ?? 0;
  const highest = Math.max(...all.map(level));
  return all.find((one) => level(one) === highest);
}

/** What the levels of some cells count; all cells of a run have the same load model. */
export function levelUnit(cells: readonly Levelled[]): LevelUnit | null {
  if (cells.some(({ users }) => users !== undefined)) return 'users';
  return cells.some(({ rate }) => rate !== undefined) ? 'rate' : null;
}

/** The distinct levels of some cells, rising; a null stands for the load's own. */
export function levelsOfCells(cells: readonly Levelled[]): (number | null)[] {
  return [...new Set(cells.map(levelOf))].sort((a, b) => (a ?? 0) - (b ?? 0));
}

/** A level without its unit: `1,200`, `0.5`. */
export function levelDigits(level: number): string {
  const decimals = Number.isInteger(level) ? 0 : Math.abs(level) < 10 ? 2 : 1;
  return shortDigits(level, decimals);
}

/** A level that was estimated, no finer than it is known: `62`, `9.2`. */
export function roughLevel(level: number): string {
  return level >= 10 ? groupDigits(level, 0) : significant(level, 2);
}

/** A level with its unit: `50 users`, `200 requests/s`. */
export function levelText(unit: LevelUnit, level: number): string {
  const digits = levelDigits(level);
  if (unit === 'rate') return `${digits} requests/s`;
  return `${digits} ${level === 1 ? 'user' : 'users'}`;
}

/** A level as a sentence says it: `64 users`, `1,250 per second`. */
export function levelInWords(unit: LevelUnit, level: number): string {
  return unit === 'rate' ? `${levelDigits(level)} per second` : levelText(unit, level);
}

/** The level of a cell with its unit; `own levels` where its load sets them. */
export function cellLevelText(cell: Levelled): string {
  const [unit, level] = [levelUnit([cell]), levelOf(cell)];
  return unit === null || level === null ? 'own levels' : levelText(unit, level);
}
