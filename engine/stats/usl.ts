import { leastSquares } from './least-squares.ts';

/** Throughput at a number of users. */
export interface UslPoint {
  readonly users: number;
  readonly throughputRps: number;
}

/**
 * The Universal Scalability Law: X(N) = λN / (1 + σ(N − 1) + κN(N − 1)), with the throughput λ of one
 * user, contention σ (waiting for what is shared) and coherency κ (keeping it consistent).
 * N. J. Gunther, *A simple capacity model of massively parallel transaction systems*, CMG 1993;
 * *Guerrilla Capacity Planning*, Springer 2007.
 */
export interface UslParameters {
  readonly lambda: number;
  readonly sigma: number;
  readonly kappa: number;
}

/** Throughput that the law gives for a number of users. */
export function uslThroughput({ lambda, sigma, kappa }: UslParameters, users: number): number {
  return (lambda * users) / (1 + sigma * (users - 1) + kappa * users * (users - 1));
}

/** Users at which throughput peaks, √((1 − σ)/κ), from dX/dN = 0, but at least one; infinite when κ is 0. */
export function uslPeakUsers({ sigma, kappa }: UslParameters): number {
  return kappa > 0 ? Math.max(1, Math.sqrt((1 - sigma) / kappa)) : Number.POSITIVE_INFINITY;
}

/** Free parameters of a fit; the others are at a bound. */
interface Bounds {
  sigma: 'free' | 0 | 1;
  kappa: 'free' | 0;
}
const inside: Bounds = { sigma: 'free', kappa: 'free' };
const onFaces: readonly Bounds[] = [
  { sigma: 0, kappa: 'free' },
  { sigma: 1, kappa: 'free' },
  { sigma: 'free', kappa: 0 },
];
const inCorners: readonly Bounds[] = [
  { sigma: 0, kappa: 0 },
  { sigma: 1, kappa: 0 },
];

interface Fit {
  parameters: UslParameters;
  /** Sum of the squared deviations of ln X. */
  loss: number;
}

/** Minimum distinct numbers of users for a fit of three parameters. */
const fewestUslLevels = 4;

/** The points that a fit can use: throughput above zero, at least one user. */
export function usablePoints(points: readonly UslPoint[]): UslPoint[] {
  return points.filter(
    ({ users, throughputRps }) =>
      users >= 1 && throughputRps > 0 && Number.isFinite(users) && Number.isFinite(throughputRps),
  );
}

/**
 * Fits the law with λ > 0, 0 ≤ σ ≤ 1, κ ≥ 0 by nonlinear least squares of ln X, that is of relative
 * deviations, because the scatter of a measured throughput grows with it. Gauss–Newton with halved
 * steps, started from the linear fit of N/X; where the best fit is outside the bounds, the best one
 * on them is used.
 * @returns null with fewer than four distinct numbers of users that had throughput.
 */
export function fitUsl(points: readonly UslPoint[]): UslParameters | null {
  const usable = usablePoints(points);
  if (new Set(usable.map((point) => point.users)).size < fewestUslLevels) return null;
  for (const within of [[inside], onFaces, inCorners]) {
    const fits = within.flatMap((bounds) => fitWithin(usable, bounds) ?? []);
    const best = fits.sort((one, other) => one.loss - other.loss)[0];
    if (best) return best.parameters;
  }
  return null;
}

/**
 * Inverted, the law is linear in a = 1/λ, b = σ/λ and c = κ/λ: N/X = a + b(N − 1) + cN(N − 1).
 * @returns null when the best fit violates a bound of a free parameter.
 */
function fitWithin(points: readonly UslPoint[], bounds: Bounds): Fit | null {
  const column = (value: (point: UslPoint) => number) => points.map(value);
  const columns = [column(({ users }) => (bounds.sigma === 1 ? users : 1))];
  if (bounds.sigma === 'free') columns.push(column(({ users }) => users - 1));
  if (bounds.kappa === 'free') columns.push(column(({ users }) => users * (users - 1)));
  const target = column(({ users, throughputRps }) => users / throughputRps);
  const solution = fitLogarithms(columns, target);
  if (solution === null) return null;
  const [a = 0, ...others] = solution.coefficients;
  const b = bounds.sigma === 'free' ? (others.shift() ?? 0) : a * bounds.sigma;
  const c = others.shift() ?? 0;
  const parameters = { lambda: 1 / a, sigma: b / a, kappa: c / a };
  return isAllowed(parameters) ? { parameters, loss: solution.loss } : null;
}

function isAllowed({ lambda, sigma, kappa }: UslParameters): boolean {
  return lambda > 0 && Number.isFinite(lambda) && sigma >= 0 && sigma <= 1 && kappa >= 0;
}

interface Solution {
  coefficients: number[];
  loss: number;
  /** ln target − ln Σ coefficient × column, per row, and one over that sum. */
  deviations: number[];
  inverses: number[];
}

const maxSteps = 60;
const maxHalvings = 6;

/** Coefficients that bring ln Σ coefficient × column closest to ln target, by damped Gauss–Newton. */
function fitLogarithms(columns: readonly number[][], target: readonly number[]): Solution | null {
  const relative = target.map((value) => 1 / value);
  const start = leastSquares(columns, target, relative);
  let best = start && evaluate(start, columns, target);
  for (let step = 0; best && step < maxSteps; step++) {
    const { deviations, inverses }: Solution = best;
    // The slope of the logarithm is column / sum, so both sides are weighted by 1 / sum.
    const missing = deviations.map((deviation, row) => deviation / (inverses[row] ?? 1));
    const direction = leastSquares(columns, missing, inverses);
    const next: Solution | null = direction && descend(best, direction, columns, target);
    if (!next) break;
    const settled = best.loss - next.loss <= 1e-9 * best.loss;
    best = next;
    if (settled) break;
  }
  return best;
}

/** The first of successively shorter steps that lowers the loss; null when none does. */
function descend(
  from: Solution,
  direction: readonly number[],
  columns: readonly number[][],
  target: readonly number[],
): Solution | null {
  let step = 1;
  for (let halving = 0; halving < maxHalvings; halving++, step /= 2) {
    const coefficients = from.coefficients.map((value, at) => value + step * (direction[at] ?? 0));
    const found = evaluate(coefficients, columns, target);
    if (found && found.loss < from.loss) return found;
  }
  return null;
}

/** Null where a sum is not positive, so that it has no logarithm. */
function evaluate(
  coefficients: number[],
  columns: readonly number[][],
  target: readonly number[],
): Solution | null {
  const deviations: number[] = [];
  const inverses: number[] = [];
  let loss = 0;
  for (let row = 0; row < target.length; row++) {
    let sum = 0;
    for (let at = 0; at < columns.length; at++) {
      sum += (coefficients[at] ?? 0) * (columns[at]?.[row] ?? 0);
    }
    if (!(sum > 0)) return null;
    const deviation = Math.log((target[row] ?? 1) / sum);
    deviations.push(deviation);
    inverses.push(1 / sum);
    loss += deviation * deviation;
  }
  return { coefficients, loss, deviations, inverses };
}
