import { describe, expect, it } from 'vitest';
import type { Kind } from './kind.ts';
import { kinds, secondsOf } from './kinds.ts';
import { defaultSeed } from './options.ts';
import { findPlants, takeTurn } from './take-turn.ts';

/** The first minutes of `npm run torture`. How far they come depends on the machine, what they find does not. */
const minutes = 2;
const tried = kinds.filter(({ onlyAtNight }) => !onlyAtNight);
/** A plant is found as soon as it is tried. */
const search = { seed: defaultSeed, seconds: 3600 };

/** Tests that let a kind try what it can in its part of the time, and find each of its plants. */
export function takeFirstLook(kind: Kind): void {
  describe(`torture by ${kind.name}`, () => {
    it('breaks no promise', { timeout: 600_000 }, async ({ skip }) => {
      const look = { seed: defaultSeed, seconds: secondsOf(kind, minutes, tried) };
      const { breaches, rows, missing } = await takeTurn(kind, look);
      if (rows.length === 0) skip(Object.values(missing).join(', '));
      expect(breaches).toEqual([]);
    });

    it('finds the faults that are planted', { timeout: 600_000 }, async ({ skip }) => {
      const found = await findPlants(kind, { ...search, most: kind.few });
      const missing = (one: (typeof found)[number]) => Object.values(one.missing);
      expect(found.filter((one) => !one.found && missing(one).length === 0)).toEqual([]);
      if (found.some((one) => !one.found)) skip([...new Set(found.flatMap(missing))].join(', '));
    });
  });
}
