import type { Message } from '../description.ts';

/** A place where two messages differ, such as `items[3].price`, with both values. */
export interface DifferingPlace {
  readonly place: string;
  readonly first: unknown;
  /** Undefined if the second has nothing there. */
  readonly second: unknown;
}

/**
 * Differences of a message from the expected one, in the order of the expected one's fields; fields that
 * only the second has come last. Lists of different lengths differ as a whole. Paths are only formatted for
 * differences: this runs on answers under load.
 * @param most maximum number of differences.
 */
export function differingPlaces(first: unknown, second: unknown, most: number): DifferingPlace[] {
  const search: Search = { path: [], found: [], most };
  compare(search, first, second);
  return search.found;
}

interface Search {
  /** Names of fields and indexes of items on the path to the compared value. */
  readonly path: (string | number)[];
  readonly found: DifferingPlace[];
  readonly most: number;
}

function compare(search: Search, first: unknown, second: unknown): void {
  if (search.found.length >= search.most) return;
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length) {
    compareItems(search, first, second);
  } else if (isMessage(first) && isMessage(second)) {
    compareFields(search, first, second);
  } else if (!isSame(first, second)) {
    search.found.push({ place: pathText(search.path), first, second });
  }
}

function compareAt(search: Search, step: string | number, first: unknown, second: unknown): void {
  if (first === second) return;
  search.path.push(step);
  compare(search, first, second);
  search.path.pop();
}

function compareItems(search: Search, first: readonly unknown[], second: readonly unknown[]): void {
  for (let index = 0; index < first.length; index++) {
    compareAt(search, index, first[index], second[index]);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function compareFields(search: Search, first: Fields, second: Fields): void {
  for (const field of Object.keys(first))
    compareAt(search, field, first[field], own(second, field));
  for (const field of Object.keys(second)) {
    if (!Object.hasOwn(first, field)) compareAt(search, field, undefined, second[field]);
  }
}

/** Own properties only. */
function own(message: Fields, field: string): unknown {
  return Object.hasOwn(message, field) ? message[field] : undefined;
}

function isMessage(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

function isSame(first: unknown, second: unknown): boolean {
  if (first instanceof Uint8Array && second instanceof Uint8Array) {
    return sameBytes(first, second);
  }
  return Object.is(first, second);
}

/** A plain loop, many times faster than `every` on files. */
function sameBytes(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) {
    if (first[index] !== second[index]) return false;
  }
  return true;
}

/** Formatted as in `items[3].price`. */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');
}

/** The first difference from the expected answer, as a sentence for a `mismatch`; null if both are equal. */
export function answerDifference(expected: Message, answer: unknown): string | null {
  const [wrong] = differingPlaces(expected, answer, 1);
  if (wrong === undefined) return null;
  return wrong.place === ''
    ? 'The answer is not what the operation must return'
    : `The answer has another ${wrong.place} than the operation must return`;
}
