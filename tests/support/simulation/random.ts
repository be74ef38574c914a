import { randomSource } from '../../../workloads/messages/text.ts';

/** A source of random choices, determined by a seed. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** True with this probability in percent. */
  percent(of: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Another source, whose values do not depend on how many were drawn here. */
  fork(): Chance;
}

export function chanceOf(seed: number): Chance {
  const next = randomSource(seed);
  const between = (from: number, to: number) => from + (next() % (to - from + 1));
  return {
    between,
    percent: (of) => between(0, 99) < of,
    pick: (values) => {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    fork: () => chanceOf(next()),
  };
}
