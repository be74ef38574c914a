import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { formatPath, type Path, valueAt } from '../../contracts/experiment/path.ts';
import { settingsIn } from '../../contracts/experiment/settings.ts';
import { type Flow, writeValue } from './yamlText.ts';

/**
 * Edits of the text itself, which leave everything else as it was: comments, blank lines,
 * alignment, quotes. Each returns null if the text is not simple enough; callers then fall
 * back on rewriting the whole document. Callers check the result either way.
 */

interface Found {
  readonly pair: Pair<Node, Node | null>;
  readonly parent: YAMLMap;
}

/** The key at `path` and its mapping; null if there is none. */
export function pairAt(document: Document, path: Path): Found | null {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return null;
  const key = path.at(-1);
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!pair || !isNode(pair.key)) return null;
  return { pair: pair as Found['pair'], parent };
}

function findPair(document: Document, path: Path): Found | null {
  const found = pairAt(document, path);
  return found?.parent.flow ? null : found;
}

/** The text with the key at `path` renamed in place; null if there is none. */
export function renameInPlace(
  text: string,
  document: Document,
  path: Path,
  name: string,
): string | null {
  const range = pairAt(document, path)?.pair.key.range;
  if (!range) return null;
  const written = writeValue(name, true, 0).trimStart();
  return text.slice(0, range[0]) + written + text.slice(range[1]);
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Offset just after the last non-whitespace character of a node. */
function contentEnd(text: string, node: Node): number {
  const [start, end] = node.range ?? [0, 0, 0];
  return start + text.slice(start, end).trimEnd().length;
}

/** Replaces a value on one line with another on one line. */
export function replaceInline(
  text: string,
  document: Document,
  path: Path,
  value: unknown,
  flow: Flow,
): string | null {
  const node = document.getIn(path, true);
  if (!isNode(node) || !node.range || (isCollection(node) && !node.flow)) return null;
  const [start, end] = node.range;
  const written = writeValue(value, flow, 0);
  if (start === end || text.slice(start, end).includes('\n') || written.includes('\n')) return null;
  return text.slice(0, start) + written.trimStart() + text.slice(end);
}

/** Writes the innermost list or mapping in brackets around `path` as the `edited` data has it. */
export function rewriteFlow(
  text: string,
  document: Document,
  path: Path,
  edited: unknown,
): string | null {
  for (let depth = path.length - 1; depth > 0; depth -= 1) {
    const place = path.slice(0, depth);
    const node = document.getIn(place, true);
    if (isCollection(node) && node.flow) {
      return replaceInline(text, document, place, valueAt(edited, place), true);
    }
  }
  return null;
}

/** Replaces everything after a key. */
export function replaceAfterKey(
  text: string,
  document: Document,
  path: Path,
  value: unknown,
  flow: Flow,
): string | null {
  const found = findPair(document, path);
  const keyEnd = found?.pair.key.range?.[1];
  if (!found || keyEnd === undefined) return null;
  const colon = text.indexOf(':', keyEnd);
  if (colon < 0) return null;
  const indent = keyEnd - (found.pair.key.range?.[0] ?? 0);
  const column = keyEnd - indent - lineStart(text, keyEnd);
  const { value: node } = found.pair;
  const end = isNode(node) && node.range ? Math.max(colon + 1, contentEnd(text, node)) : colon + 1;
  return text.slice(0, colon + 1) + writeValue(value, flow, column) + text.slice(end);
}

/** Adds a key to a block mapping, at its place among the others. */
export function insertKey(
  text: string,
  document: Document,
  path: Path,
  value: unknown,
  flow: Flow,
): string | null {
  const parentPath = path.slice(0, -1);
  const parent = path.length === 1 ? document.contents : document.getIn(parentPath, true);
  const key = path.at(-1);
  if (!isMap(parent) || parent.flow || typeof key !== 'string' || !/^[a-zA-Z][\w-]*$/.test(key))
    return null;
  const [first] = parent.items;
  if (!first || !isNode(first.key) || !first.key.range) return null;
  const column = first.key.range[0] - lineStart(text, first.key.range[0]);
  const line = `${' '.repeat(column)}${key}:${writeValue(value, flow, column)}`;
  const before = predecessor(parent, formatPath(parentPath), key);
  if (!before) {
    const at = lineStart(text, first.key.range[0]);
    return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
  }
  const at = lineEnd(text, pairEnd(text, before));
  return `${text.slice(0, at)}\n${line}${text.slice(at)}`;
}

function predecessor(parent: YAMLMap, parentPath: string, key: string): Pair | null {
  const model = parent.get('model');
  const rank = keyRank(parentPath, key, model);
  let found: Pair | null = null;
  for (const pair of parent.items) {
    const name = isScalar(pair.key) ? String(pair.key.value) : '';
    if (keyRank(parentPath, name, model) <= rank) found = pair;
  }
  return found;
}

/**
 * Where `key` belongs among its siblings, so that the form adds a key where a person would
 * look for it: in the order of the documentation. Unknown keys come last.
 * @param model of the load, whose keys depend on it.
 */
function keyRank(parent: string, key: string, model: unknown): number {
  const keys = settingsIn(parent, model).map(({ path }) => path.slice(path.lastIndexOf('.') + 1));
  const index = keys.indexOf(key);
  return index < 0 ? keys.length : index;
}

function pairEnd(text: string, pair: Pair): number {
  const keyEnd = isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0;
  return isNode(pair.value) ? Math.max(keyEnd, contentEnd(text, pair.value)) : keyEnd;
}

/** Adds an item to a block list, after the last one. */
export function appendItem(
  text: string,
  document: Document,
  path: Path,
  value: unknown,
): string | null {
  const list = document.getIn(path, true);
  if (!isSeq(list) || list.flow) return null;
  const last = list.items.at(-1);
  if (!isNode(last) || !last.range) return null;
  const start = lineStart(text, last.range[0]);
  const lead = /^ *- +/.exec(text.slice(start, last.range[0]))?.[0];
  const written = writeValue(value, true, 0);
  if (lead === undefined || lead.length !== last.range[0] - start || written.includes('\n'))
    return null;
  const at = lineEnd(text, contentEnd(text, last));
  return `${text.slice(0, at)}\n${lead}${written.trimStart()}${text.slice(at)}`;
}

/** Removes the lines of a key or list item, with their comments. */
export function removeLines(text: string, document: Document, path: Path): string | null {
  const key = path.at(-1);
  const place =
    typeof key === 'number' ? itemPlace(text, document, path) : keyPlace(text, document, path);
  if (!place) return null;
  const from = lineStart(text, place.start);
  if (!/^ *(- +)?$/.test(text.slice(from, place.start))) return null;
  const to = lineEnd(text, place.end);
  return text.slice(0, from) + text.slice(Math.min(to + 1, text.length));
}

function keyPlace(text: string, document: Document, path: Path) {
  const found = findPair(document, path);
  if (!found || found.parent.items.length < 2 || !found.pair.key.range) return null;
  return { start: found.pair.key.range[0], end: pairEnd(text, found.pair) };
}

function itemPlace(text: string, document: Document, path: Path) {
  const list = document.getIn(path.slice(0, -1), true);
  const node = document.getIn(path, true);
  if (!isSeq(list) || list.flow || list.items.length < 2 || !isScalar(node) || !node.range)
    return null;
  return { start: node.range[0], end: contentEnd(text, node) };
}
