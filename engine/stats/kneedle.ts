import { mean } from './moments.ts';

/** A point of a curve. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

export interface KneedleOptions {
  /** S of the paper: required points of flattening; the larger, the fewer knees. */
  sensitivity?: number;
  /** Width of a running mean over y, in points, odd; 1 does not smooth. Towards the ends it narrows. */
  smoothing?: number;
}

/**
 * The knee of a concave, increasing curve by Kneedle: V. Satopää, J. Albrecht, D. Irwin, B. Raghavan,
 * *Finding a "Kneedle" in a Haystack: Detecting Knee Points in System Behavior*, ICDCS Workshops 2011.
 *
 * Both axes are normalised to 0–1; the difference curve is y − x. Each of its local maxima is a
 * candidate, with the threshold y − S × (mean gap of x). It is the knee when the difference falls below
 * the threshold before the next local extremum. The first knee is returned, as offline Kneedle does.
 *
 * @param points with rising, distinct x.
 * @returns the index of the knee; null when there is none, or with fewer than three points.
 */
export function kneedle(
  points: readonly CurvePoint[],
  { sensitivity = 1, smoothing = 1 }: KneedleOptions = {},
): number | null {
  if (points.length < 3) return null;
  const x = normalise(points.map((point) => point.x));
  const y = normalise(
    runningMean(
      points.map((point) => point.y),
      smoothing,
    ),
  );
  if (x === null || y === null) return null;
  const difference = y.map((value, at) => value - (x[at] ?? 0));
  return firstKnee(difference, sensitivity / (points.length - 1));
}

/** @param drop below a local maximum that makes the maximum a knee. */
function firstKnee(difference: readonly number[], drop: number): number | null {
  let candidate: number | null = null;
  let threshold = 0;
  for (let at = 0; at < difference.length - 1; at++) {
    const value = difference[at] ?? 0;
    const next = difference[at + 1] ?? 0;
    const before = difference[at - 1] ?? value;
    if (value >= before && value >= next) {
      candidate = at;
      threshold = value - drop;
    }
    // Beyond a local minimum the curve rises again, so the maximum before it was not the knee.
    if (value <= before && value <= next) candidate = null;
    if (candidate !== null && next < threshold) return candidate;
  }
  return null;
}

/** Values scaled to 0–1; null when they are all equal or not all finite. */
function normalise(values: readonly number[]): number[] | null {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  if (!(range > 0) || !Number.isFinite(range)) return null;
  return values.map((value) => (value - lowest) / range);
}

function runningMean(values: readonly number[], width: number): number[] {
  const reach = Math.max(0, Math.floor((width - 1) / 2));
  return values.map((_value, at) => {
    const near = Math.min(reach, at, values.length - 1 - at);
    return mean(values.slice(at - near, at + near + 1));
  });
}
