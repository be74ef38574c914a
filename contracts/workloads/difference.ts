import type { Message, Value } from './description.ts';

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/**
 * Where an answer first departs from what it must be.
 * @returns the place, such as `items[3].price`; null when both are equal.
 */
export function differingPlace(expected: Value, answer: unknown, place = ''): string | null {
  if (expected === answer) return null;
  if (isList(expected)) return differingItem(expected, answer, place);
  if (expected instanceof Uint8Array) {
    const equal =
      answer instanceof Uint8Array &&
      answer.length === expected.length &&
      expected.every((byte, index) => byte === answer[index]);
    return equal ? null : place;
  }
  if (typeof expected !== 'object') return place;
  if (typeof answer !== 'object' || answer === null) return place;
  return differingField(expected, answer, place);
}

function differingItem(expected: readonly Value[], answer: unknown, place: string): string | null {
  if (!Array.isArray(answer) || answer.length !== expected.length) return place;
  for (let i = 0; i < expected.length; i++) {
    const found = differingPlace(expected[i] ?? '', answer[i], `${place}[${i}]`);
    if (found !== null) return found;
  }
  return null;
}

function differingField(expected: Message, answer: object, place: string): string | null {
  const at = (name: string) => (place ? `${place}.${name}` : name);
  for (const [name, value] of Object.entries(expected)) {
    const found = differingPlace(value, Reflect.get(answer, name), at(name));
    if (found !== null) return found;
  }
  const more = Object.entries(answer).find(
    ([name, value]) => value !== undefined && !(name in expected),
  );
  return more ? at(more[0]) : null;
}

/** The same as a sentence for a `mismatch`; null when both are equal. */
export function difference(expected: Message, answer: unknown): string | null {
  const place = differingPlace(expected, answer);
  if (place === null) return null;
  return place === ''
    ? 'The answer is not what the operation must return'
    : `The answer has another ${place} than the operation must return`;
}
