import type { Message, Value } from './description.ts';

/** Where two values in canonical form first differ: `trips[2].start`; null when they are equal. */
function differingPath(
  wanted: Value | undefined,
  given: Value | undefined,
  path: string,
): string | null {
  if (Object.is(wanted, given)) return null;
  if (typeof wanted !== 'object' || typeof given !== 'object') return path;
  if (Array.isArray(wanted) !== Array.isArray(given)) return path;
  const names = new Set([...Object.keys(wanted), ...Object.keys(given)]);
  for (const name of names) {
    const at = Array.isArray(wanted) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    const found = differingPath(Reflect.get(wanted, name), Reflect.get(given, name), at);
    if (found !== null) return found;
  }
  return null;
}

/** What is wrong with an answer, in a sentence; null when it is what was expected. */
export function answerDifference(expected: Message, answer: Message): string | null {
  const path = differingPath(expected, answer, '');
  return path === null
    ? null
    : `The answer has another ${path || 'content'} than the operation must return`;
}
