import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type PlacedAttack, shareTurns } from './attacks.ts';
import type { Turn } from './kind.ts';

function turnOf(some: Partial<Turn>) {
  const tried: string[] = [];
  const turn: Turn = {
    ...{ deadline: Number.POSITIVE_INFINITY, most: 3, seed: 1, plant: null },
    ...{ folder: temporaryFolder(), random: Math.random },
    tried: (what) => tried.push(what),
    broken: ({ saw }) => tried.push(saw),
    measured: () => undefined,
    table: () => undefined,
    without: () => undefined,
    ...some,
  };
  return { turn, tried };
}

/** Attacks that record the order in which they began, and whether a place is used twice concurrently. */
function notedAttacks(...names: string[]) {
  const begun: string[] = [];
  const atWork = new Set<string>();
  const attacks = names.map(
    (what): PlacedAttack<string> => ({
      ...{ what, plant: `plant of ${what}` },
      attempt: async (_, place) => {
        if (atWork.has(place)) return { broken: `${place} does two things concurrently` };
        atWork.add(place);
        begun.push(what);
        // One takes longer than all others.
        for (let turns = what === 'slow' ? 50 : 1; turns > 0; turns--) await Promise.resolve();
        atWork.delete(place);
        return { held: 'told' };
      },
    }),
  );
  return { attacks, begun };
}

const countOf = (list: readonly string[], what: string) =>
  list.filter((one) => one === what).length;

describe('attacks that share places', () => {
  it('each get the same number of tries, however long one takes', async () => {
    const { turn, tried } = turnOf({});
    const names = ['quick', 'slow', 'other'];
    const { attacks, begun } = notedAttacks(...names);
    await shareTurns(turn, attacks, ['a', 'b']);
    expect(names.map((name) => countOf(tried, name))).toEqual([3, 3, 3]);
    expect(tried).toHaveLength(9);
    for (const end of begun.keys()) {
      const counts = names.map((name) => countOf(begun.slice(0, end), name));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }
  });

  it('begin nothing after the time is over, and only the attack with the requested plant', async () => {
    const late = turnOf({ deadline: 0 });
    await shareTurns(late.turn, notedAttacks('quick').attacks, ['a']);
    expect(late.tried).toEqual([]);
    const planted = turnOf({ plant: 'plant of slow', most: 1 });
    await shareTurns(planted.turn, notedAttacks('quick', 'slow').attacks, ['a', 'b']);
    expect(planted.tried).toEqual(['slow']);
    const nothing = turnOf({ plant: 'of none' });
    await shareTurns(nothing.turn, notedAttacks('quick').attacks, ['a']);
    expect(nothing.tried).toEqual([]);
  });
});
