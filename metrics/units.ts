import { groupDigits } from './format.ts';

/** Format of an axis or a column: `value × factor` in `unit`. */
export interface Unit {
  readonly unit: string;
  readonly factor: number;
}

/** The most readable unit for latencies up to `maxMs` milliseconds. */
export function latencyUnit(maxMs: number): Unit {
  if (maxMs > 0 && maxMs < 1) return { unit: 'µs', factor: 1000 };
  if (maxMs >= 10_000) return { unit: 's', factor: 0.001 };
  return { unit: 'ms', factor: 1 };
}

/** Decimals that distinguish multiples of `step`. */
export function decimalsOf(step: number): number {
  if (!(step > 0)) return 0;
  for (let decimals = 0; decimals < 9; decimals++) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 9;
}

/**
 * Labels for the ticks of one axis, all with the same decimals; from ten thousand on in thousands (`20k`),
 * from ten million on in millions.
 */
export function tickTexts(ticks: readonly number[]): string[] {
  const top = Math.max(...ticks.map(Math.abs), 0);
  const [suffix, divisor] = top >= 1e7 ? ['M', 1e6] : top >= 1e4 ? ['k', 1e3] : ['', 1];
  const scaled = ticks.map((tick) => tick / divisor);
  const decimals = Math.max(0, ...scaled.map(decimalsOf));
  return scaled.map((tick) => (tick === 0 ? '0' : `${groupDigits(tick, decimals)}${suffix}`));
}

/** Seconds in clock format: `0:45`, `2:05`, `1:02:05`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

/** Formats moments that are `step` seconds apart: as a clock, or in seconds if a clock would show them alike. */
export function timeText(seconds: number, step: number): string {
  const decimals = decimalsOf(step);
  return decimals === 0 ? clock(seconds) : `${groupDigits(Math.max(0, seconds), decimals)} s`;
}
