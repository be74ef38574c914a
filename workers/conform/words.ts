import { differingPlaces } from '../../workloads/messages/difference.ts';

const maxShown = 90;
const maxPlaces = 3;
/** Number of characters shown before the first difference of two long texts. */
const before = 10;

/** Invisible characters, and those that change the writing direction. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u00a0]/gu;

/** A value as JSON, truncated if long. */
export function shownValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  return cutText(
    JSON.stringify(value).replace(
      unseen,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** The beginning of a text. */
export function cutText(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Differences between an answer and the expected one, at most three; null if there are none. */
export function differenceWords(expected: unknown, answer: unknown): string | null {
  const places = differingPlaces(expected, answer, maxPlaces);
  if (places.length === 0) return null;
  return places
    .map(({ place, first, second }) => `${place || 'the answer'} ${partingWords(first, second)}`)
    .join('; ');
}

function partingWords(expected: unknown, came: unknown): string {
  if (Array.isArray(expected) && Array.isArray(came)) {
    return `has ${came.length} items instead of ${expected.length}`;
  }
  if (typeof expected === 'string' && typeof came === 'string' && expected.length > maxShown) {
    return longTextWords(expected, came);
  }
  return `is ${shownValue(came)} instead of ${shownValue(expected)}`;
}

/** For texts too long to show in full. */
function longTextWords(expected: string, came: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === came[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - before), at + 20));
  const lengths =
    came.length === expected.length
      ? ''
      : `, and has ${came.length} UTF-16 units instead of ${expected.length}`;
  return `is ${around(came)} instead of ${around(expected)} at ${at}${lengths}`;
}
