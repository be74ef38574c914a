import { flowParts } from '../../contracts/experiment/flows.ts';
import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import { isKeyed, readText, removeValue, renameKey, setValue } from './edit.ts';
import { levelTexts } from './levels.ts';

/** Requests, mixes and flows of an own service: the levels of the factor `shape`. */
const shapeParts = ['requests', 'mixes', 'flows'] as const;
export type ShapePart = (typeof shapeParts)[number];

const mappingAt = (data: unknown, path: Path): Record<string, unknown> => {
  const found = valueAt(data, path);
  return isKeyed(found) ? found : {};
};
const listAt = (data: unknown, path: Path): readonly unknown[] => {
  const found = valueAt(data, path);
  return Array.isArray(found) ? found : [];
};

/** Entries under a key of the service, by name; none if it is not a mapping. */
export const namedIn = (data: unknown, part: ShapePart | 'data'): [string, unknown][] =>
  Object.entries(mappingAt(data, ['service', part]));

/** An unused name: the wish, or the wish with a number. */
export function freeName(taken: readonly string[], wish: string): string {
  if (!taken.includes(wish)) return wish;
  let number = 2;
  while (taken.includes(`${wish}-${number}`)) number += 1;
  return `${wish}-${number}`;
}

/** Names of all shapes. */
export const ownShapeNames = (data: unknown): string[] =>
  shapeParts.flatMap((part) => namedIn(data, part).map(([name]) => name));

/** The text with a level of a factor renamed. */
export function renameLevel(text: string, factor: string, from: string, to: string): string {
  const path = ['factors', factor];
  const levels = valueAt(readText(text).data, path);
  if (levels === from) return setValue(text, path, to);
  return levelTexts(levels).reduce(
    (before, level, index) => (level === from ? setValue(before, [...path, index], to) : before),
    text,
  );
}

/** The text without a level of a factor; the last level takes the factor with it. */
export function removeLevel(text: string, factor: string, name: string): string {
  const path = ['factors', factor];
  const levels = valueAt(readText(text).data, path);
  if (levels === name) return removeValue(text, path);
  const index = levelTexts(levels).indexOf(name);
  return index < 0 ? text : removeValue(text, [...path, index]);
}

/** Where mixes and flows name a request: keys of mixes, values of steps. */
function usesOf(data: unknown, request: string): { keys: Path[]; values: Path[] } {
  const keys = namedIn(data, 'mixes')
    .filter(([, mix]) => isKeyed(mix) && Object.hasOwn(mix, request))
    .map(([mix]) => ['service', 'mixes', mix, request]);
  const values = namedIn(data, 'flows').flatMap(([flow]) =>
    flowParts.flatMap((part) =>
      listAt(data, ['service', 'flows', flow, part]).flatMap((step, index) =>
        valueAt(step, ['request']) === request
          ? [['service', 'flows', flow, part, index, 'request']]
          : [],
      ),
    ),
  );
  return { keys, values };
}

/**
 * Renames a request, mix or flow throughout the file. @returns the text unchanged if
 * that name is taken.
 */
export function renameShape(text: string, part: ShapePart, from: string, to: string): string {
  const { data } = readText(text);
  if (ownShapeNames(data).includes(to)) return text;
  const renamed = renameLevel(renameKey(text, ['service', part, from], to), 'shape', from, to);
  if (part !== 'requests') return renamed;
  const { keys, values } = usesOf(data, from);
  const inMixes = keys.reduce((before, path) => renameKey(before, path, to), renamed);
  return values.reduce((before, path) => setValue(before, path, to), inMixes);
}

/** Removes a request, mix or flow, and its level. Mixes and flows that use it show a problem. */
export function removeShape(text: string, part: ShapePart, name: string): string {
  return removeLevel(removeValue(text, ['service', part, name]), 'shape', name);
}
