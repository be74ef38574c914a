import type { RowTable } from '../../contracts/own-service.ts';
import type { RowsTaken } from '../../contracts/sent-service.ts';
import { divide } from '../run/spread.ts';

/** Rows [start, end). */
type Stretch = readonly [from: number, until: number];
type OfTables<Value> = ReadonlyMap<string, Value>;
export type Stretches = OfTables<readonly Stretch[]>;

const lengthOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, [from, until]) => sum + until - from, 0);

/** Ranges without their first rows. */
function without(stretches: readonly Stretch[], rows: number): Stretch[] {
  let left = rows;
  return stretches.flatMap(([from, until]): Stretch[] => {
    const first = Math.min(until, from + left);
    left -= first - from;
    return first < until ? [[first, until]] : [];
  });
}

/** The first rows of ranges. */
function firstOf(stretches: readonly Stretch[], rows: number): Stretch[] {
  let left = rows;
  return stretches.flatMap(([from, until]): Stretch[] => {
    const end = Math.min(until, from + left);
    left -= end - from;
    return from < end ? [[from, end]] : [];
  });
}

/** In row order, with adjacent ranges merged. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [from, until] of [...stretches].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last?.[1] === from) result[result.length - 1] = [last[0], until];
    else result.push([from, until]);
  }
  return result;
}

/**
 * The rows that each machine of a trial may use, where each row is used once: its own ranges, from which its workers
 * use one row after the other. What a machine has not used in a stint is dealt again for the next; rows of a lost
 * machine are not, since it may have used any of them.
 */
export class RowShares {
  /** Rows not dealt to any machine, by table. */
  readonly #left: Map<string, readonly Stretch[]>;
  /** Rows of each machine, by its index. */
  #given: readonly Stretches[] = [];
  /** How many of them each has used, as far as known. */
  readonly #taken = new Map<number, RowsTaken>();

  /** @param tables of which those with rows used once are managed. */
  constructor(tables: readonly Pick<RowTable, 'name' | 'rows' | 'pick'>[]) {
    const once = tables.filter(({ pick }) => pick === 'unique');
    this.#left = new Map(once.map(({ name, rows }) => [name, [[0, rows]]]));
  }

  /**
   * Deals the remaining rows for a stint.
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

  /** A machine has ended its part of the stint. @param rows the number that its workers used in total. */
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
