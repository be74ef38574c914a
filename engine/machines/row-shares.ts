import type { RowTable } from '../../contracts/own-service.ts';
import type { RowsTaken } from '../../contracts/sent-service.ts';
import { divide } from '../run/spread.ts';

/** Rows from the first to the one behind the last. */
type Stretch = readonly [from: number, behind: number];
type OfTables<Value> = ReadonlyMap<string, Value>;
export type Stretches = OfTables<readonly Stretch[]>;

const lengthOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, [from, behind]) => sum + behind - from, 0);

/** Stretches without their first rows. */
function without(stretches: readonly Stretch[], rows: number): Stretch[] {
  let left = rows;
  return stretches.flatMap(([from, behind]): Stretch[] => {
    const first = Math.min(behind, from + left);
    left -= first - from;
    return first < behind ? [[first, behind]] : [];
  });
}

/** The first rows of stretches. */
function firstOf(stretches: readonly Stretch[], rows: number): Stretch[] {
  let left = rows;
  return stretches.flatMap(([from, behind]): Stretch[] => {
    const end = Math.min(behind, from + left);
    left -= end - from;
    return from < end ? [[from, end]] : [];
  });
}

/** In the order of the rows, with neighbours as one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [from, behind] of [...stretches].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last?.[1] === from) result[result.length - 1] = [last[0], behind];
    else result.push([from, behind]);
  }
  return result;
}

/**
 * Which rows each machine of a trial may use, where each row is used once: stretches of their own, from which its
 * workers take one row after the other. What a machine has not taken in a stint is dealt again for the next; what a
 * machine has that was lost is nobody's, since it may have used any of it.
 */
export class RowShares {
  /** Rows that nobody has, by table. */
  readonly #left: Map<string, readonly Stretch[]>;
  /** What each machine has, by its place. */
  #given: readonly Stretches[] = [];
  /** How many of them each has taken, as far as that is known. */
  readonly #taken = new Map<number, RowsTaken>();

  /** @param tables those whose rows are used once are looked after. */
  constructor(tables: readonly Pick<RowTable, 'name' | 'rows' | 'pick'>[]) {
    const once = tables.filter(({ pick }) => pick === 'unique');
    this.#left = new Map(once.map(({ name, rows }) => [name, [[0, rows]]]));
  }

  /**
   * Deals the rows that are left, for a stint.
   * @param weights of the machines, whole numbers; a machine without one gets no row.
   * @returns the rows of each machine.
   */
  deal(weights: readonly number[]): readonly Stretches[] {
    this.#takeBack();
    const given = weights.map(() => new Map<string, readonly Stretch[]>());
    for (const [name, stretches] of this.#left) {
      let left = stretches;
      for (const [place, rows] of divide(lengthOf(stretches), weights).entries()) {
        given[place]?.set(name, firstOf(left, rows));
        left = without(left, rows);
      }
      this.#left.set(name, []);
    }
    this.#given = given;
    return given;
  }

  /** A machine has ended its part of the stint. @param rows that its workers took, all of them. */
  ended(machine: number, rows: RowsTaken): void {
    this.#taken.set(machine, rows);
  }

  #takeBack(): void {
    for (const [place, tables] of this.#given.entries()) {
      const taken = this.#taken.get(place);
      if (!taken) continue;
      for (const [name, stretches] of tables) {
        const back = without(stretches, taken[name] ?? lengthOf(stretches));
        this.#left.set(name, joined([...(this.#left.get(name) ?? []), ...back]));
      }
    }
    this.#given = [];
    this.#taken.clear();
  }
}
