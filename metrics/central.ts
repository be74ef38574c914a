import { certainDigits } from './format.ts';

/**
 * Geometric mean of a cell's value over its repetitions, used wherever one value per cell is shown. The
 * quotient of two such values therefore equals the ratio that is reported for them, and the ratio's interval
 * (Welch on logarithms) contains it.
 * @param values not negative.
 * @returns 0 if one of them is 0; null without values.
 */
export function centralFigure(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const [first = 0] = values;
  // Equal values are returned unchanged to the last digit, as a single one is.
  if (values.every((value) => value === first)) return first;
  const sum = values.reduce((total, value) => total + Math.log(value), 0);
  return Math.exp(sum / values.length);
}

/** A figure of a cell over its repetitions: its central value, and how far they are apart. */
export interface Repeated {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

export function repeated(values: readonly number[]): Repeated {
  return { value: centralFigure(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * The figure of a cell, written in the same way wherever one value per cell is shown: with the digits that its
 * repetitions agree on.
 * @param factor converts it to the unit in which it is shown.
 */
export function repeatedDigits({ value, low, high }: Repeated, factor = 1): string {
  return certainDigits(value === null ? null : value * factor, (high - low) * factor);
}
