import { compareLimits } from '../../../contracts/compare.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { cellLevelLabel } from '../../../metrics/cell-columns.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { levelOf } from '../../../metrics/levels.ts';
import { compareTogether, oneByOne } from '../compare/metric-comparison.ts';
import type { OrderedRun, RepeatedCell } from '../comparisons.ts';
import {
  everyTwo,
  familyOf,
  familySize,
  levelsBesides,
  type PairOf,
} from '../statistics/factors.ts';
import { sequentialPart } from '../until-decided.ts';
import type { Measure } from './measures.ts';

/** Cells that differ in one factor alone, compared at one level of load. */
export interface Contest {
  /** Levels specific to this contest: `for large, with TLS`; empty for the only one. */
  readonly name: string;
  /** Equal for the contests of the same cells at other levels of load. */
  readonly key: string;
  /** In the order of the experiment: the first is the baseline. */
  readonly entrants: readonly Entrant[];
  /** All pairs of entrants, the earlier as the baseline. */
  readonly pairs: readonly ContestPair[];
}

export interface Entrant extends RepeatedCell {
  /** Name in sentences: `gRPC`, `REST with TLS`. */
  readonly label: string;
  /** Value of each trial that has one, and over all of them; null without any. */
  readonly values: readonly number[];
  readonly value: number | null;
}

export interface ContestPair extends PairOf<Entrant> {
  readonly compared: ReturnType<typeof compareTogether>['comparisons'][number];
}

/** Contests in one factor at one level of load. */
export interface ContestField {
  readonly factor: FactorName;
  /** Users or rate at which they meet; null where their loads set their own. */
  readonly level: number | null;
  readonly contests: readonly Contest[];
  /** Tests that the correction covers: those of the factor at all levels. */
  readonly tests: number;
}

/** A field before its pairs are compared. */
type UncomparedField = Omit<ContestField, 'tests'>;

export interface Contests extends ContestField {
  readonly measure: Measure;
  /** The same factor at the other levels, from the highest down. */
  readonly elsewhere: readonly ContestField[];
  /** The next factor with two levels, where the first is compared. */
  readonly second: ContestField | null;
}

/** Factors that are not compared: cells meet at levels of load, and shapes are separate contests. */
const places: readonly FactorName[] = ['users', 'rate', 'shape'];
const isShape = (name: FactorName) => name === 'shape';
/** Maximum number of pairs in a finding; the correction covers the others too. */
const maxPairs = 600;

/**
 * The contests of a run: cells that differ in the first factor that its file varies, at the
 * highest level of load at which there are two, at the others, and in its second factor. All pairs of the
 * run that differ in the same factor alone are corrected together, as in its statistics.
 * @returns null where no factor has two levels, or too many cells differ in the first.
 */
export function contestsOf(run: OrderedRun, measure: Measure): Contests | null {
  const { cells, order } = run;
  const factors = order.varied.filter((name) => !places.includes(name));
  // Sizes and operations are compared with each other only where nothing else is.
  const [first, second] = factors.length > 0 ? factors : order.varied.filter(isShape);
  const isTooLarge = (factor: FactorName) => familySize(cells, factor) > compareLimits.family;
  if (first === undefined || isTooLarge(first)) return null;
  const levels = [...new Set(cells.map(({ cell }) => levelOf(cell)))].sort(
    (a, b) => (b ?? 0) - (a ?? 0),
  );
  const [headline, ...elsewhere] = levels.flatMap((level) => fieldAt(cells, level, first, measure));
  if (!headline) return null;
  if (pairsIn([headline]).length > maxPairs) return null;
  const more =
    second === undefined || isTooLarge(second)
      ? []
      : fieldAt(cells, headline.level, second, measure);
  const isTooMuch = pairsIn([headline, ...elsewhere, ...more]).length > maxPairs;
  const ofFirst = isTooMuch ? [headline] : [headline, ...elsewhere];
  const [judgedHeadline, ...others] = judged(ofFirst, run, measure);
  if (!judgedHeadline) return null;
  const [judgedSecond = null] = isTooMuch ? [] : judged(more, run, measure);
  return { ...judgedHeadline, measure, elsewhere: others, second: judgedSecond };
}

function pairsIn(fields: readonly UncomparedField[]): PairOf<Entrant>[] {
  return fields.flatMap(({ contests }) =>
    contests.flatMap(({ entrants }) => [...everyTwo(entrants)]),
  );
}

/** Tests the pairs of fields of one factor together with those of the same factor at other levels. */
function judged(
  fields: readonly UncomparedField[],
  { cells, untilDecided }: OrderedRun,
  measure: Measure,
): ContestField[] {
  const [first] = fields;
  if (!first) return [];
  const { metric } = measure;
  const counts = workOfTrials(cells.flatMap((one) => one.trials));
  const toPair = ({ baseline, other }: PairOf<Pick<Entrant, 'cell' | 'trials' | 'values'>>) => ({
    metric: metric === 'peak' ? ('throughput' as const) : metric,
    counts: { baseline: counts, other: counts },
    baseline: baseline.values,
    other: other.values,
    ...sequentialPart(untilDecided, baseline.trials, other.trials, measure.figureOf),
  });
  // Both cells of a pair share their level, so the remainder of the family consists of cells at other levels.
  const levels = new Set(fields.map(({ level }) => level));
  const elsewhere = cells
    .filter(({ cell }) => !levels.has(levelOf(cell)))
    .map(({ cell, trials }) => ({ cell, trials, values: valuesOf(trials, measure) }));
  const { comparisons, tests } = compareTogether(
    pairsIn(fields).map(toPair),
    oneByOne(familyOf(elsewhere, first.factor), (pair) => [toPair(pair)]),
  );
  const rest = comparisons.values();
  const judge = (contest: Contest): Contest => ({
    ...contest,
    pairs: [...everyTwo(contest.entrants)].flatMap((pair) => {
      const { value: compared } = rest.next();
      return compared ? [{ ...pair, compared }] : [];
    }),
  });
  return fields.map((field) => ({ ...field, contests: field.contests.map(judge), tests }));
}

function valuesOf(trials: readonly TrialResult[], measure: Measure): number[] {
  return trials.flatMap((trial) => measure.figureOf(trial) ?? []);
}

/** Groups of two or more cells of a level that differ in the factor alone and have values; not yet compared. */
function fieldAt(
  cells: readonly RepeatedCell[],
  level: number | null,
  factor: FactorName,
  measure: Measure,
): UncomparedField[] {
  const at = cells.filter(({ cell }) => levelOf(cell) === level);
  const groups = [
    ...Map.groupBy(at, ({ cell }) => levelsBesides([factor, 'users', 'rate'], cell)),
  ].flatMap(([key, own]) =>
    own.length > 1 ? [{ key, own: own.map((one) => entrantOf(one, factor, measure)) }] : [],
  );
  if (groups.length === 0) return [];
  const all = groups.map(({ own }) => own);
  const contests = groups.map(({ key, own }) => ({
    name: contestName(own, all, factor),
    key,
    entrants: own,
    pairs: [],
  }));
  return [{ factor, level, contests }];
}

const absent: Partial<Record<FactorName, Readonly<Record<string, string>>>> = {
  tls: { off: 'without TLS' },
  gateway: { off: 'without a gateway', on: 'with a gateway' },
  database: { none: 'without a database' },
  network: { none: 'without an emulated network' },
  resumption: { off: 'without resumption', on: 'with resumption' },
};

/** `with TLS 1.3`, `without TLS`, `with a gateway` */
export function withLevel(factor: FactorName, cell: Cell): string {
  if (factor === 'shape') return `for ${cell.shape}`;
  return absent[factor]?.[String(cell[factor])] ?? `with ${cellLevelLabel(factor, cell)}`;
}

/** Name of a cell among those that differ in the factor: `gRPC`, `REST with TLS`. */
export function entrantLabel(cell: Cell, factor: FactorName): string {
  const { label } = protocolFacts[cell.protocol];
  return factor === 'protocol' ? label : `${label} ${withLevel(factor, cell)}`;
}

function entrantOf(one: RepeatedCell, factor: FactorName, measure: Measure): Entrant {
  const values = valuesOf(one.trials, measure);
  return { ...one, label: entrantLabel(one.cell, factor), values, value: centralFigure(values) };
}

/** The levels in which contests differ from each other, except for load: `for large, with TLS`. */
export function contestName(
  [first]: readonly Pick<Entrant, 'cell'>[],
  all: readonly (readonly Pick<Entrant, 'cell'>[])[],
  factor: FactorName,
): string {
  if (!first) return '';
  const differs = factorNames.filter(
    (name) =>
      name !== factor &&
      // The labels of entrants name the protocol.
      name !== 'protocol' &&
      new Set(all.map(([one]) => String(one?.cell[name] ?? ''))).size > 1 &&
      first.cell[name] !== undefined,
  );
  return differs.map((name) => withLevel(name, first.cell)).join(', ');
}
