import { describe, expect, it } from 'vitest';
import { kinds } from '../torture/kinds.ts';
import { defaultSeed } from '../torture/options.ts';
import { findPlants, takeTurn } from '../torture/take-turn.ts';

/** A first look at each kind. How far it comes depends on the machine, what it finds does not. */
const look = { seed: defaultSeed, seconds: 5 };
/** A plant is found as soon as it is tried. */
const search = { seed: defaultSeed, seconds: 3600 };

describe.each(kinds.filter(({ onlyAtNight }) => !onlyAtNight))('torture by $name', (kind) => {
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
