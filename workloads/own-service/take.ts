import { messageOf } from '../../contracts/errors.ts';
import type { Take } from '../../contracts/experiment/flows.ts';
import { type PathQuery, pathQuery, plainSegments } from './json-path.ts';
import { type OwnServiceAnswer, type ReadAnswer, readOnce, textOfPath } from './judge.ts';
import { type Namespaces, xmlQuery } from './xml-path.ts';

/** Takes values from an answer into their slots. @returns what could not be taken, as a sentence; null if all were. */
export type ValueTaker = (answer: OwnServiceAnswer, into: string[]) => string | null;

const halfCharacter = /\p{Surrogate}/u;
const halfCharacters = /\p{Surrogate}/gu;

/** A text within an answer; null if absent. */
type Finder = (answer: OwnServiceAnswer, read: ReadAnswer) => string | null;

/** Keeps numbers that lose digits in parsing as they were written. */
function exactly(body: string): unknown {
  return JSON.parse(body, (_key, value: unknown, ...more: readonly unknown[]) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const [context] = more;
    const source =
      typeof context === 'object' && context !== null ? Reflect.get(context, 'source') : undefined;
    return typeof source === 'string' && /^-?\d+$/.test(source) ? source : value;
  });
}

/** Long integers, which JSON allows and JavaScript cannot represent. */
const isInexact = (value: unknown) => typeof value === 'number' && Math.abs(value) > 2 ** 53 - 1;

function findByPath(path: string): Finder {
  const query: PathQuery = pathQuery(path);
  const plain = plainSegments(path);
  return (answer, { json }) => {
    const text = plain && answer[textOfPath]?.(plain);
    if (typeof text === 'string') return text;
    const [read] = query(json());
    const [value] = isInexact(read) ? query(exactly(answer.body)) : [read];
    if (value === undefined || value === null) return null;
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
}

function finderOf({ path, xpath, header }: Take, namespaces: Namespaces): Finder {
  if (path !== undefined) return findByPath(path);
  if (xpath !== undefined) {
    const query = xmlQuery(xpath, namespaces);
    return (_answer, { tree }) => {
      const [value] = query(tree());
      return value === undefined ? null : String(value);
    };
  }
  if (header === undefined) return ({ body }) => body;
  const name = header.toLowerCase();
  return ({ headers }) => headers[name] ?? null;
}

/** @throws Error for an invalid JSONPath or XPath. */
function matched(take: Take, namespaces: Namespaces): Finder {
  const find = finderOf(take, namespaces);
  if (take.matches === undefined) return find;
  const pattern = new RegExp(take.matches);
  return (answer, read) => {
    const found = pattern.exec(find(answer, read) ?? '');
    return found ? (found[1] ?? found[0]) : null;
  };
}

/** Source of a value, in a few words. */
function placeOf({ path, xpath, header, matches }: Take): string {
  const place = path ?? xpath ?? (header === undefined ? 'the body' : `the header ${header}`);
  return matches === undefined ? place : `${place} by ${matches}`;
}

/**
 * Compiles the values that a step takes.
 * @param slots index of each name's value.
 * @param namespaces of XPaths.
 * @throws Error for an invalid JSONPath or XPath.
 */
export function takerOf(
  take: Readonly<Record<string, Take>>,
  slots: ReadonlyMap<string, { readonly slot: number }>,
  namespaces: Namespaces = {},
): ValueTaker | null {
  const takes = Object.entries(take).map(([name, one]) => ({
    name,
    find: matched(one, namespaces),
    place: placeOf(one),
    slot: slots.get(name)?.slot ?? 0,
  }));
  if (takes.length === 0) return null;
  return (answer, into) => {
    const read = readOnce(answer);
    for (const { name, find, place, slot } of takes) {
      try {
        const value = find(answer, read);
        if (value === null) return `There is nothing at ${place} to take as {{${name}}}`;
        // Half a surrogate pair cannot be encoded.
        into[slot] = halfCharacter.test(value) ? value.replace(halfCharacters, '\ufffd') : value;
      } catch (error) {
        return `{{${name}}} cannot be taken from ${place}: ${messageOf(error)}`;
      }
    }
    return null;
  };
}
