import type { Cell } from '../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../contracts/experiment/factors.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { cellLevelLabel } from '../../../figures/cell-columns.ts';
import { centralFigure } from '../../../figures/central.ts';
import { levelOf } from '../../../figures/levels.ts';
import { compareTogether } from '../compare/metric-comparison.ts';
import type { RepeatedCell } from '../comparisons.ts';
import type { LevelOrder } from '../level-order.ts';
import type { Measure } from './measures.ts';

/** Cells that differ in one factor alone, set against each other at one level of load. */
export interface Contest {
  /** What the cells have in common and other contests do not: `for large, with TLS`; empty for the only one. */
  readonly name: string;
  /** Equal for the contests of the same cells at other levels of load. */
  readonly key: string;
  /** As the experiment lists them: the first is the baseline. */
  readonly entrants: readonly Entrant[];
  /** Every two of the entrants, the earlier as the baseline. */
  readonly pairs: readonly ContestPair[];
}

export interface Entrant extends RepeatedCell {
  /** As a sentence names it: `gRPC`, `REST with TLS`. */
  readonly label: string;
  /** One for each trial that has one, and over all of them; null where there is none. */
  readonly values: readonly number[];
  readonly value: number | null;
}

export interface ContestPair {
  readonly baseline: Entrant;
  readonly other: Entrant;
  readonly compared: ReturnType<typeof compareTogether>['comparisons'][number];
}

/** Contests in one factor at one level of load. */
export interface ContestField {
  readonly factor: FactorName;
  /** Users or rate at which they meet; null where their loads set their own. */
  readonly level: number | null;
  readonly contests: readonly Contest[];
}

export interface Contests extends ContestField {
  readonly measure: Measure;
  /** The same factor at the other levels, from the highest down. */
  readonly elsewhere: readonly ContestField[];
  /** The next factor with two levels, where the first is compared. */
  readonly second: ContestField | null;
  /** Tests that the correction covers. */
  readonly tests: number;
}

/** Levels of load are where cells meet, not what is compared; shapes are asked about apart. */
const places: readonly FactorName[] = ['users', 'rate', 'shape'];
/** More pairs than a finding is made of: their correction would leave nothing standing. */
const mostPairs = 600;

/**
 * The contests of a run: cells that differ in its first factor (the protocol before others), at the
 * highest level of load at which there are two, at the others, and in its second factor; all pairs
 * corrected together.
 * @returns null where no factor has two levels, or there are too many.
 */
export function contestsOf(
  cells: readonly RepeatedCell[],
  order: LevelOrder,
  measure: Measure,
): Contests | null {
  const [first, second] = factorNames.filter(
    (name) => !places.includes(name) && order.levels(name).length > 1,
  );
  if (first === undefined) return null;
  const levels = [...new Set(cells.map(({ cell }) => levelOf(cell)))].sort(
    (a, b) => (b ?? 0) - (a ?? 0),
  );
  const [headline, ...elsewhere] = levels.flatMap((level) => fieldAt(cells, level, first, measure));
  if (!headline) return null;
  const more = second === undefined ? [] : fieldAt(cells, headline.level, second, measure);
  const all = [headline, ...elsewhere, ...more];
  const drawn = pairsIn(all) > mostPairs ? [headline] : all;
  if (pairsIn(drawn) > mostPairs) return null;
  const { fields, tests } = judged(drawn, cells, measure);
  const [judgedHeadline, ...rest] = fields;
  if (!judgedHeadline) return null;
  return {
    ...judgedHeadline,
    measure,
    elsewhere: rest.filter(({ factor }) => factor === first),
    second: rest.find(({ factor }) => factor !== first) ?? null,
    tests,
  };
}

function pairsIn(fields: readonly ContestField[]): number {
  return fields.flatMap(({ contests }) => contests.flatMap(({ entrants }) => everyTwo(entrants)))
    .length;
}

/** Tests the pairs of all fields together. */
function judged(
  fields: readonly ContestField[],
  cells: readonly RepeatedCell[],
  { metric }: Measure,
): { fields: ContestField[]; tests: number } {
  const counts = workOfTrials(cells.flatMap((one) => one.trials));
  const drawn = fields.flatMap(({ contests }) =>
    contests.flatMap(({ entrants }) => everyTwo(entrants)),
  );
  const { comparisons, tests } = compareTogether(
    drawn.map(({ baseline, other }) => ({
      metric: metric === 'peak' ? 'throughput' : metric,
      counts: { baseline: counts, other: counts },
      baseline: baseline.values,
      other: other.values,
    })),
  );
  const rest = comparisons.values();
  const judge = (contest: Contest): Contest => ({
    ...contest,
    pairs: everyTwo(contest.entrants).flatMap((pair) => {
      const { value: compared } = rest.next();
      return compared ? [{ ...pair, compared }] : [];
    }),
  });
  return {
    fields: fields.map((field) => ({ ...field, contests: field.contests.map(judge) })),
    tests,
  };
}

/** The cells of a level with figures, those together that differ in the factor alone, two or more; not yet compared. */
function fieldAt(
  cells: readonly RepeatedCell[],
  level: number | null,
  factor: FactorName,
  measure: Measure,
): ContestField[] {
  const at = cells.filter(({ cell }) => levelOf(cell) === level);
  const groups = [...Map.groupBy(at, ({ cell }) => keyOf(factor, cell))].flatMap(([key, own]) =>
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

/** What a cell has besides the level of a factor and its load. */
function keyOf(factor: FactorName, cell: Cell): string {
  const others = factorNames.filter((name) => ![factor, 'users', 'rate'].includes(name));
  return JSON.stringify(others.map((name) => cell[name] ?? null));
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
  return absent[factor]?.[String(cell[factor])] ?? `with ${cellLevelLabel(factor, cell)}`;
}

function entrantOf(one: RepeatedCell, factor: FactorName, measure: Measure): Entrant {
  const values = one.trials.flatMap((trial) => measure.figureOf(trial) ?? []);
  const protocol = protocolFacts[one.cell.protocol].label;
  const label = factor === 'protocol' ? protocol : `${protocol} ${withLevel(factor, one.cell)}`;
  return { ...one, label, values, value: centralFigure(values) };
}

function everyTwo(entrants: readonly Entrant[]): Omit<ContestPair, 'compared'>[] {
  return entrants.flatMap((baseline, index) =>
    entrants.slice(index + 1).map((other) => ({ baseline, other })),
  );
}

/** The levels in which contests differ from each other, their load aside: `for large, with TLS`. */
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
  return differs
    .map((name) => (name === 'shape' ? `for ${first.cell.shape}` : withLevel(name, first.cell)))
    .join(', ');
}
