/**
 * The figure of a cell over its repetitions: their geometric mean, wherever one is shown. So any two
 * such figures divide to the ratio that is told of them, and its interval (Welch on logarithms) is
 * one around it.
 * @param values not negative.
 * @returns 0 when one of them is 0; null of nothing.
 */
export function centralFigure(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const [first = 0] = values;
  // Equal figures come back to the last digit, as a single one does.
  if (values.every((value) => value === first)) return first;
  const sum = values.reduce((total, value) => total + Math.log(value), 0);
  return Math.exp(sum / values.length);
}
