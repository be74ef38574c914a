import type { Cell } from '../../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../../contracts/experiment/factors.ts';
import { protocolFacts } from '../../../contracts/protocols.ts';
import type { FindingMetric } from '../../../contracts/result.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { levelLabel } from '../../../figures/cell-columns.ts';
import { centralFigure } from '../../../figures/central.ts';
import { levelOf } from '../../../figures/levels.ts';
import { compareTogether } from '../compare/metric-comparison.ts';
import { figureOf, figuresOf, isOpen } from '../compare/metrics.ts';
import type { RepeatedCell } from '../comparisons.ts';
import type { LevelOrder } from '../level-order.ts';
import { levelsBesides } from '../statistics/factors.ts';

/** Cells that differ in one factor alone, set against each other at one level of load. */
export interface Contest {
  /** What the cells have in common and other contests do not: `for large, with TLS`; empty for the only one. */
  readonly name: string;
  /** As the experiment lists them: the first is the baseline. */
  readonly entrants: readonly Entrant[];
  /** Every two of the entrants, the earlier as the baseline. */
  readonly pairs: readonly ContestPair[];
}

export interface Entrant extends RepeatedCell {
  /** As a sentence names it: `gRPC`, `REST with TLS`. */
  readonly label: string;
  /** Over its repetitions; null where it has none. */
  readonly value: number | null;
}

export interface ContestPair {
  readonly baseline: Entrant;
  readonly other: Entrant;
  readonly compared: ReturnType<typeof compareTogether>['comparisons'][number];
}

export interface Contests {
  readonly factor: FactorName;
  readonly metric: FindingMetric;
  /** Users or rate at which they meet; null where their loads set their own. */
  readonly level: number | null;
  readonly contests: readonly Contest[];
  /** Tests that the correction covers. */
  readonly tests: number;
}

/** Levels of load are where cells meet, not what is compared; shapes are asked about apart. */
const places: readonly FactorName[] = ['users', 'rate', 'shape'];
/** More pairs than a finding is made of: their correction would leave nothing standing. */
const mostPairs = 600;

/**
 * The contests of a run: cells that differ in its first factor (the protocol before others), at the
 * highest level of load at which there are two, all pairs corrected together.
 * @returns null where no factor has two levels, or there are too many.
 */
export function contestsOf(cells: readonly RepeatedCell[], order: LevelOrder): Contests | null {
  const factor = factorNames.find(
    (name) => !places.includes(name) && order.levels(name).length > 1,
  );
  if (factor === undefined) return null;
  const [level] = [...new Set(cells.map(({ cell }) => levelOf(cell)))]
    .sort((a, b) => (b ?? 0) - (a ?? 0))
    .filter((one) => groupsAt(cells, one, factor).length > 0);
  if (level === undefined) return null;
  const groups = groupsAt(cells, level, factor);
  const trials = cells.flatMap((one) => one.trials);
  const metric = metricOf(cells);
  const entrants = groups.map((group) => group.map((one) => entrantOf(one, factor, metric)));
  const drawn = entrants.map(everyTwo);
  if (drawn.flat().length > mostPairs) return null;
  const counts = workOfTrials(trials);
  const { comparisons, tests } = compareTogether(
    drawn.flat().map(({ baseline, other }) => ({
      metric,
      counts: { baseline: counts, other: counts },
      baseline: figuresOf(metric, baseline.trials),
      other: figuresOf(metric, other.trials),
    })),
  );
  const rest = comparisons.values();
  const contests = entrants.map((own, index) => ({
    name: nameOf(own, entrants, factor),
    entrants: own,
    pairs: (drawn[index] ?? []).flatMap((pair) => {
      const { value: compared } = rest.next();
      return compared ? [{ ...pair, compared }] : [];
    }),
  }));
  return { factor, metric, level, contests, tests };
}

/** `with TLS 1.3`, `without TLS`, `with gateway on` */
function withLevel(factor: FactorName, cell: Cell): string {
  if (factor === 'tls' && cell.tls === 'off') return 'without TLS';
  return `with ${levelLabel(factor, cell)}`;
}

/** Of a closed load throughput is what the system gives; of an open one it is what was asked for. */
function metricOf(cells: readonly RepeatedCell[]): FindingMetric {
  const trials = cells.flatMap((one) => one.trials);
  if (workOfTrials(trials) === 'iterations') return 'p50';
  return trials.some(isOpen) ? 'p95' : 'throughput';
}

/** The cells of a level with figures, those together that differ in the factor alone, two or more. */
function groupsAt(
  cells: readonly RepeatedCell[],
  level: number | null,
  factor: FactorName,
): RepeatedCell[][] {
  const at = cells.filter(({ cell }) => levelOf(cell) === level);
  const groups = Map.groupBy(at, ({ cell }) => levelsBesides(factor, cell));
  return [...groups.values()].filter((group) => group.length > 1);
}

function entrantOf(one: RepeatedCell, factor: FactorName, metric: FindingMetric): Entrant {
  const figures = one.trials.flatMap((trial) => figureOf(metric, trial) ?? []);
  const protocol = protocolFacts[one.cell.protocol].label;
  const label = factor === 'protocol' ? protocol : `${protocol} ${withLevel(factor, one.cell)}`;
  return { ...one, label, value: centralFigure(figures) };
}

function everyTwo(entrants: readonly Entrant[]): Omit<ContestPair, 'compared'>[] {
  return entrants.flatMap((baseline, index) =>
    entrants.slice(index + 1).map((other) => ({ baseline, other })),
  );
}

/** The levels in which contests differ from each other. */
function nameOf(
  [first]: readonly Entrant[],
  all: readonly (readonly Entrant[])[],
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
