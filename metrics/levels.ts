import { type Cell, describeCell } from '../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../contracts/measurement.ts';
import type { ResultDocument } from '../contracts/result.ts';
import type { LevelUnit } from '../contracts/words.ts';
import { groupDigits, shortDigits, significant } from './format.ts';

/** Names for a level of load on axes, in headers and after values. */
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

/** The users or the rate of a cell; null if its load sets its own levels. */
export function levelOf(cell: Levelled): number | null {
  return cell.users ?? cell.rate ?? null;
}

/** The level of a round: its users, or the rate of open load. */
export function levelOfRound({ users, rate }: Pick<Round, 'users' | 'rate'>): number {
  return users ?? rate ?? 0;
}

/** Whether a trial's metrics combine several levels, as those of a ramp do; a search has those of its final round. */
export function mixesLevels({
  rounds,
  headlineRound,
}: Pick<TrialResult, 'rounds' | 'headlineRound'>): boolean {
  const levels = rounds.map(({ users, rate }) => users ?? rate);
  return headlineRound === null && new Set(levels).size > 1;
}

/**
 * Names of cells with a trial that {@link mixesLevels}. Their other trials are excluded too: one that ended
 * at its first level measured another load.
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

/** The first one with the highest level. */
export function mostLoaded<T>(all: readonly T[], cellOf: (one: T) => Levelled): T | undefined {
  const level = (one: T) => levelOf(cellOf(one)) ?? 0;
  const highest = Math.max(...all.map(level));
  return all.find((one) => level(one) === highest);
}

/** Unit of the levels of some cells; all cells of a run have the same load model. */
export function levelUnit(cells: readonly Levelled[]): LevelUnit | null {
  if (cells.some(({ users }) => users !== undefined)) return 'users';
  return cells.some(({ rate }) => rate !== undefined) ? 'rate' : null;
}

/** Distinct levels of some cells, ascending; null stands for levels set by the load. */
export function levelsOfCells(cells: readonly Levelled[]): (number | null)[] {
  return [...new Set(cells.map(levelOf))].sort((a, b) => (a ?? 0) - (b ?? 0));
}

/** A level without its unit: `1,200`, `0.5`. */
export function levelDigits(level: number): string {
  const decimals = Number.isInteger(level) ? 0 : Math.abs(level) < 10 ? 2 : 1;
  return shortDigits(level, decimals);
}

/** An estimated level, rounded to its precision: `62`, `9.2`. */
export function roughLevel(level: number): string {
  return level >= 10 ? groupDigits(level, 0) : significant(level, 2);
}

/** A level with its unit: `50 users`, `200 requests/s`. */
export function levelText(unit: LevelUnit, level: number): string {
  const digits = levelDigits(level);
  if (unit === 'rate') return `${digits} requests/s`;
  return `${digits} ${level === 1 ? 'user' : 'users'}`;
}

/** A level within a sentence: `64 users`, `1,250 per second`. */
export function levelInWords(unit: LevelUnit, level: number): string {
  return unit === 'rate' ? `${levelDigits(level)} per second` : levelText(unit, level);
}

/** The level of a cell with its unit; `own levels` if its load sets them. */
export function cellLevelText(cell: Levelled): string {
  const [unit, level] = [levelUnit([cell]), levelOf(cell)];
  return unit === null || level === null ? 'own levels' : levelText(unit, level);
}
