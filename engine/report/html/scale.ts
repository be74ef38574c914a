/** Round values from 0 to at least `max`, at most six: 0, 2000, 4000, … */
export function niceTicks(max: number): number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1];
  const rough = max / 5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10;
  const step = factor * magnitude;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_none, index) => index * step);
}

/** A coordinate to a hundredth, which is finer than any screen or printer shows. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Labels of {@link niceTicks} with as many decimals as their step needs. */
export function tickLabel(tick: number, ticks: readonly number[]): string {
  const step = ticks[1] ?? 1;
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
  return tick.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
