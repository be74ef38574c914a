import type { AnswerDifference } from '../../../contracts/equivalence.ts';

const most = 5;
const shownCharacters = 80;

/** Places at which two canonical messages differ, in the order of the first one's fields; five at most. */
export function differencesOf(first: unknown, second: unknown): AnswerDifference[] {
  const found: AnswerDifference[] = [];
  compare(first, second, '', found);
  return found;
}

function compare(a: unknown, b: unknown, path: string, found: AnswerDifference[]): void {
  if (found.length >= most) return;
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    if (!sameBytes(a, b)) found.push({ path, first: shown(a), second: shown(b) });
    return;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    compareLists(a, b, path, found);
    return;
  }
  if (isMessage(a) && isMessage(b)) {
    const fields = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const field of fields) {
      compare(own(a, field), own(b, field), path === '' ? field : `${path}.${field}`, found);
    }
    return;
  }
  if (!Object.is(a, b)) found.push({ path, first: shown(a), second: shown(b) });
}

function compareLists(
  a: readonly unknown[],
  b: readonly unknown[],
  path: string,
  found: AnswerDifference[],
): void {
  if (a.length !== b.length) {
    found.push({ path, first: `${a.length} items`, second: `${b.length} items` });
    return;
  }
  a.forEach((item, index) => {
    compare(item, b[index], `${path}[${index}]`, found);
  });
}

/** Not what every object inherits. */
function own(message: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(message, field) ? message[field] : undefined;
}

function isMessage(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
