import type { Cell } from '../../contracts/experiment/cell.ts';
import { type FactorName, factorNames } from '../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { type TwoWay, type VariedMetric, variedMetricSchema } from '../../contracts/result.ts';
import { type Work, workOfTrials } from '../../contracts/work.ts';
import { factorLevelName } from '../../metrics/cell-columns.ts';
import { centralFigure } from '../../metrics/central.ts';
import { levelOf } from '../../metrics/levels.ts';
import { mean } from '../stats/moments.ts';
import { twoWay, twoWayConfidence } from '../stats/two-way.ts';
import { figuresOf, isOpen } from './compare/metrics.ts';
import { cellsAtOneLevel, type OrderedRun, type RepeatedCell } from './comparisons.ts';
import type { LevelOrder } from './level-order.ts';
import { levelOfFactor, levelsBesides } from './statistics/factors.ts';
import { describeSplit } from './two-way-words.ts';

/** Levels of load, at which factors are compared. */
const places: readonly FactorName[] = ['users', 'rate'];
/** Minimum share of present cells in a grid: five in six, less rounding. */
const fewestCells = 0.83;
/** Maximum number of grids: runs of many factors have more than anyone reads, and each takes some milliseconds. */
const maxGrids = 16;

interface Side {
  readonly factor: FactorName;
  readonly levels: string[];
}

/** Cells that differ in two factors alone, and cover most pairs of their levels. */
interface Grid {
  readonly a: Side;
  readonly b: Side;
  readonly cell: Cell;
  readonly leftOut: string[];
  /** A row for each level of b, with an entry for each level of a. */
  readonly rows: readonly (readonly (RepeatedCell | undefined)[])[];
}

/**
 * Which of two factors decides, for every pair that a run varies, the protocol before others and shapes last;
 * at each level of load, the highest first, and each set of levels of the other factors. Cells that went
 * through levels of load are left out.
 */
export function analyseTwoWay(run: OrderedRun): TwoWay[] {
  const { order } = run;
  const atOneLevel = cellsAtOneLevel(run);
  const metrics = metricsOf(atOneLevel.flatMap(({ trials }) => trials));
  const counts = workOfTrials(atOneLevel.flatMap(({ trials }) => trials));
  const varied = factorNames.filter(
    (name) => !places.includes(name) && order.levels(name).length > 1,
  );
  const shapesLast = [
    ...varied.filter((name) => name !== 'shape'),
    ...varied.filter((name) => name === 'shape'),
  ];
  return shapesLast
    .flatMap((a, at) => shapesLast.slice(at + 1).flatMap((b) => gridsOf(atOneLevel, order, a, b)))
    .slice(0, maxGrids)
    .flatMap((grid) => analyseGrid(grid, metrics, counts));
}

/** The grids of two factors at a level of load, split by one metric alone; none of loads that go through levels. */
export function splitsAt(
  run: OrderedRun,
  [a, b]: readonly [FactorName, FactorName],
  level: number | null,
  metric: VariedMetric,
): TwoWay[] {
  const { order } = run;
  if ([a, b].some((name) => order.levels(name).length < 2)) return [];
  const own = cellsAtOneLevel(run).filter(({ cell }) => levelOf(cell) === level);
  const counts = workOfTrials(own.flatMap(({ trials }) => trials));
  return gridsOf(own, order, a, b)
    .slice(0, maxGrids)
    .flatMap((grid) => analyseGrid(grid, [metric], counts));
}

/** The figure that says most of this load comes first; throughput of an open one is what was asked for. */
function metricsOf(trials: readonly TrialResult[]): VariedMetric[] {
  const { throughput: _, ...latencies } = variedMetricSchema.enum;
  const all = trials.some(isOpen) ? Object.values(latencies) : variedMetricSchema.options;
  const first: VariedMetric =
    workOfTrials(trials) === 'iterations' ? 'p50' : trials.some(isOpen) ? 'p95' : 'throughput';
  return [first, ...all.filter((metric) => metric !== first)];
}

function gridsOf(
  cells: readonly RepeatedCell[],
  order: LevelOrder,
  a: FactorName,
  b: FactorName,
): Grid[] {
  const groups = Map.groupBy(cells, ({ cell }) => levelsBesides([a, b], cell));
  return [...groups.values()]
    .flatMap((own) => gridOf(own, order, a, b) ?? [])
    .sort((one, other) => (levelOf(other.cell) ?? 0) - (levelOf(one.cell) ?? 0));
}

/** The cells without the levels that lack most cells; null where too few remain. */
function gridOf(
  cells: readonly RepeatedCell[],
  order: LevelOrder,
  a: FactorName,
  b: FactorName,
): Grid | null {
  const byLevels = new Map(
    cells.map((one) => [`${levelOfFactor(a, one.cell)} ${levelOfFactor(b, one.cell)}`, one]),
  );
  const find = (ofA: string, ofB: string) => byLevels.get(`${ofA} ${ofB}`);
  const levelsIn = (factor: FactorName) => {
    const present = new Set(cells.map(({ cell }) => levelOfFactor(factor, cell)));
    return order
      .levels(factor)
      .map(String)
      .filter((level) => present.has(level));
  };
  const [ofA, ofB] = [levelsIn(a), levelsIn(b)];
  const leftOut: string[] = [];
  const nameOf = (factor: FactorName, level: string) =>
    factor === 'shape' ? `${factor} ${level}` : factorLevelName(factor, level);
  while (ofA.length > 1 && ofB.length > 1) {
    const there = (one: readonly string[], other: readonly string[], has: typeof find) =>
      one.map((level) => other.filter((another) => has(level, another)).length / other.length);
    const [filledA, filledB] = [there(ofA, ofB, find), there(ofB, ofA, (y, x) => find(x, y))];
    if (mean(filledA) >= fewestCells) {
      const rows = ofB.map((y) => ofA.map((x) => find(x, y)));
      const [first] = rows.flat().flatMap((one) => one ?? []);
      const sides = { a: { factor: a, levels: ofA }, b: { factor: b, levels: ofB } };
      return first ? { ...sides, cell: first.cell, leftOut, rows } : null;
    }
    // Among equally empty levels the last in the experiment, and of the second factor.
    const [minA, minB] = [Math.min(...filledA), Math.min(...filledB)];
    if (minA < minB) {
      const [worst = ''] = ofA.splice(filledA.lastIndexOf(minA), 1);
      leftOut.push(nameOf(a, worst));
    } else {
      const [worst = ''] = ofB.splice(filledB.lastIndexOf(minB), 1);
      leftOut.push(nameOf(b, worst));
    }
  }
  return null;
}

function analyseGrid(
  { rows, ...grid }: Grid,
  metrics: readonly VariedMetric[],
  counts: Work,
): TwoWay[] {
  const places = rows.flatMap((row, b) => row.flatMap((one, a) => (one ? [{ a, b, one }] : [])));
  const measured = places.flatMap(({ one }) => one.trials);
  const bound = measured.filter(({ client }) => client.verdict === 'client-bound').length;
  const splits = metrics.flatMap((metric) => {
    const found = twoWay(
      places.map(({ a, b, one }) => ({ a, b, values: figuresOf(metric, one.trials) })),
    );
    if (!found) return [];
    const { trials: _, confidence: _of, ...parts } = found;
    const means = rows.map((row) =>
      row
        .map((one) => one && centralFigure(figuresOf(metric, one.trials)))
        .map((one) => one ?? null),
    );
    const split = { metric, ...parts, means };
    return [
      { ...split, finding: describeSplit(grid, split, { counts, trials: measured.length, bound }) },
    ];
  });
  if (splits.length === 0) return [];
  const trials = rows.map((row) => row.map((one) => one?.trials.length ?? 0));
  return [{ ...grid, trials, confidence: twoWayConfidence, metrics: splits }];
}
