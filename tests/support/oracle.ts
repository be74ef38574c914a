import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Results that another program computed, in `fixtures/oracle`. */
export function readOracle<T>(name: string): T {
  const file = new URL(`../../fixtures/oracle/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

export function near(
  found: number | null | undefined,
  wanted: number,
  tolerance = 1e-8,
  absolute = 1e-12,
): void {
  const distance = Math.abs((found ?? Number.NaN) - wanted);
  expect(distance).toBeLessThanOrEqual(tolerance * Math.abs(wanted) + absolute);
}

/** A value of the standard normal distribution, by Box and Muller. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
