import type {
  OwnService,
  RowTable,
  TokenCell,
  UsernameToken,
} from '../../contracts/own-service.ts';
import { tokenReader } from './tokens.ts';
import { passwordDigest } from './username-token.ts';

/**
 * The rows of a data file, shared by all workers: the values that templates name in sequence, each in UTF-8
 * after its length (7 bits per octet, lowest first). An index gives the start of every {@link rowsPerMark}th
 * row, so that a row costs little more than its values.
 */

/** Identifies a request. */
export interface RequestNumber {
  /** Unique among all requests of a trial, from 0. */
  readonly sequence: number;
  readonly seed: number;
  /** Its user, and the number of earlier requests of that user, both from 0. Absent if unknown. */
  readonly user?: number;
  readonly iteration?: number;
  /** Index of its step in a flow, setup included: all steps of an iteration have one `sequence`. */
  readonly step?: number;
  /** Values taken from answers so far, in the order of the service's names for them. */
  readonly taken?: readonly string[];
  /** The rows claimed for this request only, by the position of their table. */
  readonly claims?: readonly number[];
}

/** All rows of a table with single use have been used. */
export class RowsUsedUp extends Error {}

/** Claims rows for single use, of the tables that requests name. */
export class RowClaims {
  readonly #tables: readonly (readonly [place: number, table: RowTable, count: Int32Array])[];

  /** @param named sources whose rows are used. */
  constructor(tables: readonly RowTable[], named: ReadonlySet<string>) {
    this.#tables = tables.flatMap((table, place) =>
      table.taken && named.has(table.name)
        ? [[place, table, new Int32Array(table.taken)] as const]
        : [],
    );
  }

  /** @returns undefined if no table has such rows. @throws RowsUsedUp */
  next(): readonly number[] | undefined {
    if (this.#tables.length === 0) return undefined;
    const claims: number[] = [];
    for (const [place, table, count] of this.#tables) {
      const row = sharedRow(table, Atomics.add(count, 0, 1));
      if (row === null) throw new RowsUsedUp(usedUp(table));
      claims[place] = row;
    }
    return claims;
  }

  /** Reason why no more rows can be claimed; null while some can. */
  get usedUp(): string | null {
    const [, table] =
      this.#tables.find(([, table, count]) => Atomics.load(count, 0) >= rowsToUse(table)) ?? [];
    return table ? usedUp(table) : null;
  }
}

type SharedRows = Pick<RowTable, 'rows' | 'share'>;

/** Number of rows reserved for these workers, if each is used once. */
function rowsToUse({ rows, share }: SharedRows): number {
  return share?.reduce((sum, [start, end]) => sum + end - start, 0) ?? rows;
}

/** @returns the row of the `number`th claim, from 0; null if there are no more. */
function sharedRow({ rows, share }: SharedRows, number: number): number | null {
  if (!share) return number < rows ? number : null;
  let left = number;
  for (const [start, end] of share) {
    if (left < end - start) return start + left;
    left -= end - start;
  }
  return null;
}

function usedUp(table: RowTable): string {
  const { name, rows, share } = table;
  if (share) {
    return `The ${rowsToUse(table)} of ${rows} rows of ${name} that were left for a machine are used up, each once: its load ended with the last of them`;
  }
  return `The ${rows} rows of ${name} are used up, each once: the trial ended with the last of them`;
}

/** Makes each row available again, as at the start of a trial. */
export function renewRows(tables: readonly RowTable[]): void {
  for (const { taken } of tables) if (taken) Atomics.store(new Int32Array(taken), 0, 0);
}

export const rowsPerMark = 4;
/** Stints number their requests from multiples of it; each begins with the first row. */
const sequencesOfStint = 2 ** 32;

/** `number % by` of integers whose quotient is exact in a double, avoiding the slow remainder of doubles. */
function wholeRest(number: number, by: number): number {
  return number < by ? number : number - Math.floor(number / by) * by;
}

/** A well mixed 32-bit number (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Finds the values of a request's row. */
export class Rows {
  readonly bytes: Uint8Array;
  /** Offsets of the last found row's values in {@link bytes}, and their lengths, by column. */
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly #marks: Uint32Array;
  readonly #table: RowTable;
  readonly #place: number;
  #found = -1;
  /** Offset of the row after the last found one. */
  #next = 0;
  /** The request of the last found row: a request uses several values of its row. */
  #last: RequestNumber | null = null;

  /** @param place of the table in the service, so that two tables pick random rows independently. */
  constructor(table: RowTable, place: number) {
    this.#table = table;
    this.#place = place;
    this.bytes = new Uint8Array(table.memory, 0, table.marksAt);
    this.#marks = new Uint32Array(table.memory, table.marksAt, Math.ceil(table.rows / rowsPerMark));
    this.starts = new Int32Array(table.columns.length);
    this.lengths = new Int32Array(table.columns.length);
  }

  /** The row of a request, from 0: determined by its number and the seed, by its user, or by its claim. */
  rowOf({ sequence, seed, user = 0, claims }: RequestNumber): number {
    const { rows, pick } = this.#table;
    if (pick === 'per-user') return user % rows;
    if (pick !== 'random') {
      return wholeRest(claims?.[this.#place] ?? wholeRest(sequence, sequencesOfStint), rows);
    }
    const high = Math.floor(sequence / sequencesOfStint);
    const start = mixed(seed ^ Math.imul(this.#place + 1, 0x9e3779b1)) ^ mixed(high);
    return Math.floor((mixed(mixed(sequence) ^ start) / 2 ** 32) * rows);
  }

  /** Finds the row of a request. */
  find(of: RequestNumber): void {
    if (of === this.#last) return;
    this.#last = of;
    // There are fewer than 2^30: a file has at most as many bytes.
    const row = this.rowOf(of) | 0;
    if (row === this.#found) return;
    const { bytes, starts, lengths } = this;
    const columns = starts.length;
    // Rows are mostly requested in order.
    const ahead = row - this.#found - 1;
    const isNear = ahead >= 0 && ahead <= row % rowsPerMark;
    this.#found = row;
    let at = isNear ? this.#next : (this.#marks[Math.floor(row / rowsPerMark)] ?? 0);
    for (let values = ((isNear ? ahead : row % rowsPerMark) + 1) * columns; values > 0; values--) {
      let length = 0;
      let shift = 0;
      let octet = 128;
      while (octet >= 128) {
        octet = bytes[at++] ?? 0;
        length |= (octet & 127) << shift;
        shift += 7;
      }
      if (values <= columns) {
        starts[columns - values] = at;
        lengths[columns - values] = length;
      }
      at += length;
    }
    this.#next = at;
  }

  /** The value of a column in a request's row. */
  text(of: RequestNumber, column: number): string {
    this.find(of);
    const start = this.starts[column] ?? 0;
    // A copy: not every decoder accepts shared memory.
    return new TextDecoder().decode(this.bytes.slice(start, start + (this.lengths[column] ?? 0)));
  }
}

/** The column that `name.column` in a template refers to. */
export interface RowValue {
  readonly rows: Rows;
  readonly column: number;
}

/** A value taken from an answer: an index of {@link RequestNumber.taken}. */
export interface TakenValue {
  readonly slot: number;
}

/** Names available to a service's templates: its data files, values taken by flows, and access tokens. */
export class DataTables {
  readonly #tables: ReadonlyMap<string, readonly [RowTable, Rows]>;
  readonly taken: ReadonlyMap<string, TakenValue>;
  /** Source of each token, and each digest. */
  readonly tokens: ReadonlyMap<string, () => string>;

  constructor(
    tables: readonly RowTable[],
    taken: readonly string[] = [],
    tokens: readonly TokenCell[] = [],
    digests: readonly UsernameToken[] = [],
  ) {
    this.tokens = new Map([
      ...tokens.map((cell) => [cell.name, tokenReader(cell)] as const),
      ...digests.map((one) => [one.name, () => passwordDigest(one)] as const),
    ]);
    this.taken = new Map(taken.map((name, slot) => [name, { slot }]));
    this.#tables = new Map(
      tables.map((table, place) => [table.name, [table, new Rows(table, place)]]),
    );
  }

  get names(): string[] {
    return [...this.#tables.keys()];
  }

  /** @returns null for an unknown source; its columns for an unknown column. */
  value(source: string, column: string): RowValue | readonly string[] | null {
    const [table, rows] = this.#tables.get(source) ?? [];
    if (!table || !rows) return null;
    const place = table.columns.indexOf(column);
    return place < 0 ? table.columns : { rows, column: place };
  }
}

export const noTables = new DataTables([]);

export const tablesOf = ({ data, taken, tokens, usernameTokens }: OwnService) =>
  new DataTables(data, taken, tokens, usernameTokens);
