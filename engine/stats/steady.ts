import { mean } from './moments.ts';

/** Minimum number of values in a window. */
const minWindow = 10;
/** Minimum share of all values in a window, so that slow transients are seen too. */
const partOfAll = 1 / 5;
/** Values in a window for each per cent of noise, up to {@link maxForNoise}. */
const valuesPerPercent = 4;
const maxForNoise = 48;

/** A negligible change, and the maximum accepted one; relative. */
const minBound = 0.02;
const maxBound = 0.15;
/** The bound between them, in standard errors of the change. */
const boundInErrors = 3;
/** Quantile of the normal distribution of two one-sided tests at 95 %. */
const certain = 1.645;

/** Values of a batch, as in MSER-5: their means show noise that lasts longer than one value. */
const batchSize = 5;

/**
 * Whether a series is steady: two consecutive windows, the last one ending with the last value,
 * differ by no more than a bound, with certainty.
 *
 * The test is one of equivalence by two one-sided tests (D. J. Schuirmann, 1987): |change| + 1.645 standard
 * errors ≤ bound. A test for a difference would call a noisy series steady because it detects little. The
 * bound is three standard errors, so that steady values almost always pass, but at least 2 %.
 *
 * Noise is estimated from successive differences (J. von Neumann, 1941; mean absolute ones, which a step hardly
 * moves), which trends do not enter: of the values and of means of batches of five (K. P. White, 1997, MSER-5),
 * whichever is larger. It determines the length of the windows, 4 values for each per cent from 10 to 48 values,
 * and beyond that as many as keep the bound at 15 %. A window is also at least a fifth of all values, so that
 * slow changes are observed for longer.
 *
 * @param values at equal distances, positive, oldest first. A steady level is distinguished from a plateau before
 * another step only if that is shorter than two windows.
 */
export function isSteady(values: readonly number[]): boolean {
  const windows = windowsOf(values);
  if (!windows) return false;
  const { length, noise } = windows;
  const level = mean(values.slice(-length));
  const change = Math.abs(1 - mean(values.slice(-2 * length, -length)) / level);
  const error = noise * Math.sqrt(2 / length);
  return change + certain * error <= Math.max(minBound, boundInErrors * error);
}

/** Number of values in a window, and their relative noise; null where there are too few for two windows, or no level. */
export function windowsOf(values: readonly number[]): { length: number; noise: number } | null {
  let length = Math.max(minWindow, Math.ceil(values.length * partOfAll));
  while (2 * length <= values.length) {
    const noise = noiseOf(values.slice(-2 * length));
    const wanted = windowFor(noise);
    if (!Number.isFinite(wanted)) return null;
    if (wanted <= length) return { length, noise };
    length = wanted;
  }
  return null;
}

function windowFor(noise: number): number {
  const inProportion = Math.min(maxForNoise, 100 * noise * valuesPerPercent);
  const forBound = 2 * ((boundInErrors * noise) / maxBound) ** 2;
  return Math.ceil(Math.max(inProportion, forBound));
}

/** Relative standard deviation of the values around their trend; not finite where they are 0. */
function noiseOf(values: readonly number[]): number {
  const whole = Math.floor(values.length / batchSize);
  const first = values.length - whole * batchSize;
  const batches = Array.from({ length: whole }, (_, batch) => {
    const at = first + batch * batchSize;
    return mean(values.slice(at, at + batchSize));
  });
  const slow = deviationOf(batches) * Math.sqrt(batchSize);
  return Math.max(deviationOf(values), slow) / mean(values);
}

/** Of normal values the mean of their absolute differences is 2/√π standard deviations. */
function deviationOf(values: readonly number[]): number {
  const steps = values.slice(1).map((value, at) => Math.abs(value - (values[at] ?? value)));
  return (mean(steps) * Math.sqrt(Math.PI)) / 2;
}
