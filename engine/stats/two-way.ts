import { fAbove } from './distributions.ts';
import { leastSquares } from './least-squares.ts';
import { mean, sum } from './moments.ts';
import { noncentralityOf } from './noncentral.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from './random.ts';

/** The repetitions of a cell of a grid, by the indexes of its levels; all above 0. */
export interface TwoWayCell {
  readonly a: number;
  readonly b: number;
  readonly values: readonly number[];
}

export interface TwoWayOptions {
  readonly draws?: number;
  readonly seed?: number;
  /** Confidence of the intervals, 0–1. */
  readonly confidence?: number;
}

/** Share of the variance; `low` and `high` bound it. */
interface Share {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** A line of the analysis of variance of logarithms. */
interface VarianceLine extends Share {
  readonly sumOfSquares: number;
  readonly degrees: number;
}

interface VarianceEffect extends VarianceLine {
  /** The statistic F against the noise, and the share of its distribution above it. */
  readonly f: number;
  readonly p: number;
}

export interface TwoWayVariance {
  readonly a: VarianceEffect;
  readonly b: VarianceEffect;
  /** Null where no cell was repeated, so that it is part of the noise. */
  readonly interaction: VarianceEffect | null;
  readonly noise: VarianceLine;
  /** Share of a − share of b. */
  readonly difference: Share;
  readonly trials: number;
  readonly confidence: number;
}

export const twoWayConfidence = 0.95;
const defaults = { draws: 1000, seed: 1, confidence: twoWayConfidence };
/**
 * Factor on the probability outside of intervals: from few repetitions they otherwise
 * cover up to two percent less than stated.
 */
const caution = 0.8;
/** Variance of logarithms below this is rounding. */
const noScatter = 1e-24;

/**
 * Splits the variance of the logarithms of a metric between two factors, their interaction and the noise of
 * repetitions: two-way analysis of variance (R. A. Fisher, *Statistical Methods for Research Workers*, 1925)
 * with sums of squares of type II, each factor after the other (F. Yates, *The Analysis of Multiple
 * Classifications with Unequal Numbers in the Different Classes*, JASA 29, 1934; Ø. Langsrud, *ANOVA for
 * unbalanced data*, Statistics and Computing 13, 2003), which do not depend on an order of the factors when
 * repetitions are unequal or cells are missing, and are the usual ones when all is balanced.
 *
 * Shares are ω² (W. L. Hays, *Statistics for Psychologists*, 1963; with all effects fixed: G. M. Vaughan,
 * M. C. Corballis, *Beyond Tests of Significance*, Psychological Bulletin 72, 1969): the part of each effect,
 * (SS − df × MS noise) ÷ trials and no less than 0, over the sum of all parts and of MS noise. η², SS ÷ SS
 * total, would count noise as effects.
 *
 * Intervals are generalized confidence intervals (S. Weerahandi, JASA 88, 1993; J. Hannig, H. Iyer,
 * P. Patterson, JASA 101, 2006): SS ÷ σ² of an effect has a noncentral χ² distribution and SS noise ÷ σ² a
 * central one, whatever the effects are, so both are inverted at random deviates, and shares are formed of the
 * noncentralities. They assume that logarithms scatter normally and equally in all cells, and that sums of squares are
 * independent, as in balanced grids and nearly so in others.
 *
 * Where no cell was repeated, the model has no interaction, which is then part of the noise.
 * @param cells at most one for each pair of levels.
 * @returns null where values have no logarithms or do not scatter, a factor has fewer than two levels, or
 * nothing is left for interaction or noise because too many cells are missing.
 */
export function twoWay(
  cells: readonly TwoWayCell[],
  options: TwoWayOptions = {},
): TwoWayVariance | null {
  const rules = { ...defaults, ...options };
  const sums = sumsOfSquares(cells.filter(({ values }) => values.length > 0));
  if (!sums) return null;
  const { a, b, between, within, trials } = sums;
  const noise = within.degrees > 0 ? within : between;
  const effects = within.degrees > 0 ? [a, b, between] : [a, b];
  const meanSquare = noise.squares / noise.degrees;
  if (!(meanSquare > noScatter)) return null;
  const estimates = effects.map(({ squares, degrees }) =>
    Math.max(0, squares / meanSquare - degrees),
  );
  const found = sharesOf(estimates, trials);
  const drawn = drawnShares(effects, noise, trials, rules);
  const tail = (caution * (1 - rules.confidence)) / 2;
  const bounded = (share: number, draws: Float64Array): Share => {
    draws.sort();
    return {
      share,
      low: Math.min(share, quantile(draws, tail)),
      high: Math.max(share, quantile(draws, 1 - tail)),
    };
  };
  const part = (at: number, { squares, degrees }: Squares): VarianceLine => ({
    ...bounded(found[at] ?? 0, drawn.shares[at] ?? new Float64Array()),
    sumOfSquares: squares,
    degrees,
  });
  const effect = (at: number, own: Squares): VarianceEffect => {
    const f = own.squares / own.degrees / meanSquare;
    return { ...part(at, own), f, p: fAbove(f, own.degrees, noise.degrees) };
  };
  return {
    difference: bounded((found[0] ?? 0) - (found[1] ?? 0), drawn.differences),
    a: effect(0, a),
    b: effect(1, b),
    interaction: effects.length > 2 ? effect(2, between) : null,
    noise: part(effects.length, noise),
    trials,
    confidence: rules.confidence,
  };
}

interface Squares {
  readonly squares: number;
  readonly degrees: number;
}

/** Sums of squares of each factor after the other, of the interaction, and within cells. */
function sumsOfSquares(
  cells: readonly TwoWayCell[],
): { a: Squares; b: Squares; between: Squares; within: Squares; trials: number } | null {
  const all = cells.flatMap(({ values }) => values);
  if (!all.every((value) => value > 0 && Number.isFinite(value))) return null;
  const middle = mean(all.map(Math.log));
  const points = cells.map(({ a, b, values }) => {
    const logarithms = values.map((value) => Math.log(value) - middle);
    return { a, b, logarithms, count: values.length, mean: mean(logarithms) };
  });
  const [ofA, ofB] = [levelsOf(points, 'a'), levelsOf(points, 'b')];
  const degrees = points.length - ofA.length - ofB.length + 1;
  if (ofA.length < 2 || ofB.length < 2 || degrees < 1) return null;
  const dummies = (side: 'a' | 'b', levels: readonly number[]) =>
    levels.map((level) => points.map((point) => (point[side] === level ? 1 : 0)));
  const [columnsA, columnsB] = [dummies('a', ofA), dummies('b', ofB)];
  const left = (columns: readonly (readonly number[])[]): number | null => {
    const weights = points.map(({ count }) => Math.sqrt(count));
    const means = points.map((point) => point.mean);
    const fit = leastSquares(columns, means, weights);
    if (!fit) return null;
    return sum(
      points.map(({ count, mean: own }, at) => {
        const fitted = sum(columns.map((column, place) => (column[at] ?? 0) * (fit[place] ?? 0)));
        return count * (own - fitted) ** 2;
      }),
    );
  };
  const both = left([...columnsA, ...columnsB.slice(1)]);
  const [withoutB, withoutA] = [left(columnsA), left(columnsB)];
  // Cells that are not connected: the fit of both factors is not unique.
  if (both === null || withoutA === null || withoutB === null) return null;
  const within = sum(
    points.map(({ logarithms, mean: own }) => sum(logarithms.map((one) => (one - own) ** 2))),
  );
  return {
    a: { squares: Math.max(0, withoutA - both), degrees: ofA.length - 1 },
    b: { squares: Math.max(0, withoutB - both), degrees: ofB.length - 1 },
    between: { squares: both, degrees },
    within: { squares: within, degrees: all.length - points.length },
    trials: all.length,
  };
}

function levelsOf(points: readonly { a: number; b: number }[], side: 'a' | 'b'): number[] {
  return [...new Set(points.map((point) => point[side]))].sort((one, other) => one - other);
}

/** Shares of effects with these noncentralities, and last of the noise. */
function sharesOf(noncentralities: readonly number[], trials: number): number[] {
  const all = trials + sum(noncentralities);
  return [...noncentralities, trials].map((one) => one / all);
}

function drawnShares(
  effects: readonly Squares[],
  noise: Squares,
  trials: number,
  { draws, seed }: typeof defaults,
): { shares: Float64Array[]; differences: Float64Array } {
  const random = seededRandom(seed);
  const all = {
    squares: sum(effects.map(({ squares }) => squares)),
    degrees: sum(effects.map(({ degrees }) => degrees)),
  };
  const shares = Array.from({ length: effects.length + 1 }, () => new Float64Array(draws));
  const differences = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    const precision = drawnChiSquare(noise.degrees, random) / noise.squares;
    const noncentrality = ({ squares, degrees }: Squares) =>
      noncentralityOf(squares * precision, degrees, drawnNormal(random));
    const found = sharesOf(effects.map(noncentrality), trials);
    // All effects together, because noise alone would otherwise seem to be less than everything.
    found[effects.length] = trials / (trials + noncentrality(all));
    for (const [at, share] of found.entries()) {
      const own = shares[at];
      if (own) own[draw] = share;
    }
    differences[draw] = (found[0] ?? 0) - (found[1] ?? 0);
  }
  return { shares, differences };
}

/** By G. E. P. Box, M. E. Muller 1958. */
function drawnNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A sum of exponential deviates, which are χ² of two degrees each, and of the square of a normal one. */
function drawnChiSquare(degrees: number, random: () => number): number {
  let total = degrees % 2 === 1 ? drawnNormal(random) ** 2 : 0;
  for (let pair = 0; pair < Math.floor(degrees / 2); pair++) {
    total -= 2 * Math.log(1 - random());
  }
  return total;
}
