import type { Message } from '../description.ts';

/** A place where two messages differ, such as `items[3].price`, and what each has there. */
export interface DifferingPlace {
  readonly place: string;
  readonly first: unknown;
  /** Undefined where the second has nothing. */
  readonly second: unknown;
}

/**
 * Where a message departs from what it must be, in the order of the first one's fields; what only the
 * second has comes last. Lists of different lengths differ as a whole. Places are put into words only
 * where there is a difference: this runs for the answers under load.
 * @param most places that are looked for.
 */
export function differingPlaces(first: unknown, second: unknown, most: number): DifferingPlace[] {
  const search: Search = { path: [], found: [], most };
  compare(search, first, second);
  return search.found;
}

interface Search {
  /** Names of fields and numbers of items on the way to what is being compared. */
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

/** Not what every object inherits. */
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

/** A plain loop, which is many times faster than `every` on files. */
function sameBytes(first: Uint8Array, second: Uint8Array): boolean {
  if (first.length !== second.length) return false;
  for (let index = 0; index < first.length; index++) {
    if (first[index] !== second[index]) return false;
  }
  return true;
}

/** As in `items[3].price`. */
function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`,
    )
    .join('');
}

/** Where an answer departs from what it must be, as a sentence for a `mismatch`; null when both are equal. */
export function answerDifference(expected: Message, answer: unknown): string | null {
  const [wrong] = differingPlaces(expected, answer, 1);
  if (wrong === undefined) return null;
  return wrong.place === ''
    ? 'The answer is not what the operation must return'
    : `The answer has another ${wrong.place} than the operation must return`;
}
