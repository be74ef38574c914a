import { expect, it } from 'vitest';
import type { Kind } from './kind.ts';
import { kinds, secondsOf } from './kinds.ts';
import { defaultSeed } from './options.ts';
import { findPlants, takeTurn } from './take-turn.ts';

/** The first minutes of `npm run torture`. How far they get depends on the machine; what they find does not. */
const minutes = 2;
const tried = kinds.filter(({ onlyAtNight }) => !onlyAtNight);
/** A plant is found at its first try. */
const search = { seed: defaultSeed, seconds: 3600 };

/** Tests that a kind breaks no promise in its share of the time. */
export const breaksNoPromise = (kind: Kind): void =>
  it(`torture by ${kind.name} breaks no promise`, async ({ skip }) => {
    const look = { seed: defaultSeed, seconds: secondsOf(kind, minutes, tried) };
    const { breaches, rows, missing } = await takeTurn(kind, look);
    if (rows.length === 0) skip(Object.values(missing).join(', '));
    expect(breaches).toEqual([]);
  });

/** Tests that a kind finds each of its plants. */
export const findsPlants = (kind: Kind): void =>
  it(`torture by ${kind.name} finds the faults that are planted`, async ({ skip }) => {
    const all = await findPlants(kind, { ...search, most: kind.few });
    const notFound = all.filter(({ found }) => !found);
    expect(notFound.filter(({ missing }) => missing.length === 0)).toEqual([]);
    if (notFound.length > 0) skip(notFound.flatMap(({ missing }) => missing).join(', '));
  });

/** Both tests of a kind. */
export function takeFirstLook(kind: Kind): void {
  breaksNoPromise(kind);
  findsPlants(kind);
}
