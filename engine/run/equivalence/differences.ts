import type { AnswerDifference } from '../../../contracts/equivalence.ts';
import { differingPlaces } from '../../../workloads/messages/difference.ts';

const most = 5;
const shownCharacters = 80;

/** Places at which two canonical messages differ, in the order of the first one's fields; at most five. */
export function differencesOf(first: unknown, second: unknown): AnswerDifference[] {
  return differingPlaces(first, second, most).map(({ place, first: one, second: two }) => {
    // Lists reported as a whole differ in length.
    return Array.isArray(one) && Array.isArray(two)
      ? { path: place, first: `${one.length} items`, second: `${two.length} items` }
      : { path: place, first: shown(one), second: shown(two) };
  });
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = JSON.stringify(value);
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}
