import { describe, expect, it } from 'vitest';
import type { Kind } from './kind.ts';
import { defaultSeed } from './options.ts';
import { findPlants, takeTurn } from './take-turn.ts';

/** How far it comes depends on the machine, what it finds does not. */
const look = { seed: defaultSeed, seconds: 5 };
/** A plant is found as soon as it is tried. */
const search = { seed: defaultSeed, seconds: 3600 };

/** Tests that let a kind try each of its attacks some times, and find each of its plants. */
export function takeFirstLook(kind: Kind): void {
  describe(`torture by ${kind.name}`, () => {
    it('breaks no promise', async ({ skip }) => {
      const { breaches, rows, missing } = await takeTurn(kind, { ...look, most: kind.few });
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
