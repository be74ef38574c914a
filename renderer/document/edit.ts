import { type Document, isCollection, isMap, isNode, isSeq, type Node, visit } from 'yaml';
import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import {
  appendItem,
  insertKey,
  pairAt,
  removeLines,
  renameInPlace,
  replaceAfterKey,
  replaceInline,
  rewriteFlow,
} from './splice.ts';
import { commentsOf, type Flow, layOut, parseYaml, writing } from './yamlText.ts';

/** Content of an experiment's text, as far as it can be read. */
export interface ReadDocument {
  /** Plain data; undefined if the text is not YAML. */
  readonly data: unknown;
  /** The YAML error, or null. The form cannot write while there is one. */
  readonly syntaxError: string | null;
}

/** Reads the text without validating it. */
export function readText(text: string): ReadDocument {
  const document = parseYaml(text);
  const [error] = document.errors;
  if (error) return { data: undefined, syntaxError: error.message };
  try {
    return { data: document.toJS(), syntaxError: null };
  } catch (failure) {
    // Only reading finds aliases that are dangling or expand too often.
    return { data: undefined, syntaxError: failure instanceof Error ? failure.message : '' };
  }
}

function inKeyOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Equal as data: a splice may put a key before the end. */
export function isSameData(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inKeyOrder) === JSON.stringify(other, inKeyOrder);
}

/** Picks the first text with the document's data and all comments. */
function choose(
  document: Document,
  kept: readonly string[] | null,
  texts: Iterable<string | null>,
): string {
  const wanted = document.toJS();
  for (const text of texts) {
    if (text === null) continue;
    const reading = readText(text);
    const keeps = kept === null || isSameData(commentsOf(text), kept);
    if (reading.syntaxError === null && isSameData(reading.data, wanted) && keeps) return text;
  }
  return document.toString(writing);
}

/** The deepest existing node towards `path`, and the value to put there. */
function nested(document: Document, path: Path, value: unknown): { path: Path; value: unknown } {
  let depth = path.length;
  while (depth > 1 && !isCollection(document.getIn(path.slice(0, depth - 1), true))) depth -= 1;
  const inner = path.slice(depth).reduceRight<unknown>((item, key) => ({ [key]: item }), value);
  return { path: path.slice(0, depth), value: inner };
}

export interface SetOptions {
  /** Write lists and mappings on one line, as in `[a, b]`; `items` does so with each item of a list. */
  readonly flow?: Flow;
}

/**
 * Sets the value at `path`, creating missing parents. Comments and the order of keys
 * stay. @returns the text unchanged if it is not YAML.
 */
export function setValue(
  text: string,
  path: Path,
  value: unknown,
  options: SetOptions = {},
): string {
  const before = parseYaml(text);
  if (before.errors.length > 0) return text;
  const flow = options.flow ?? true;
  const target = parseYaml(text);
  if (!isMap(target.contents)) target.contents = target.createNode({});
  const place = nested(target, path, value);
  if (isSameData(valueAt(before.toJS(), path), value)) return text;
  const node = target.createNode(place.value);
  layOut(node, flow);
  const old = target.getIn(place.path, true);
  if (isNode(old)) keepComments(old, node);
  target.setIn(place.path, node);
  return choose(target, commentsOf(text), [
    replaceInline(text, before, place.path, place.value, flow),
    replaceAfterKey(text, before, place.path, place.value, flow),
    insertKey(text, before, place.path, place.value, flow),
    rewriteFlow(text, before, path, target.toJS()),
  ]);
}

/** Comments belong to nodes: those on and within the old value move to the new one. */
function keepComments(from: Node, to: Node): void {
  const within: string[] = [];
  visit(from, {
    Node: (_key, { comment, commentBefore }) => {
      for (const one of [commentBefore, comment]) if (one) within.push(one);
    },
  });
  if (within.length > 0) to.comment = within.join('\n');
}

/** Plain data with keys. */
export const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Like {@link setValue}, but writes only differences within mappings, so that comments keep their places. */
export function mergeValue(text: string, path: Path, value: unknown): string {
  const old = valueAt(readText(text).data, path);
  const [has, wants] = [old, value].map((one) => isKeyed(one) && Object.keys(one).length > 0);
  if (!has || !wants || !isKeyed(old) || !isKeyed(value)) return setValue(text, path, value);
  const merged = Object.entries(value).reduce(
    (before, [key, inner]) => mergeValue(before, [...path, key], inner),
    text,
  );
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
  return gone.reduce((before, key) => removeValue(before, [...path, key]), merged);
}

/** Line of the key or item at `path`, counted from 1; null if the text has none. */
export function placeInText(text: string, path: Path): { line: number; column: number } | null {
  const document = parseYaml(text);
  const node = pairAt(document, path)?.pair.key ?? document.getIn(path, true);
  if (!isNode(node) || !node.range) return null;
  const before = text.slice(0, node.range[0]);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** Moves an item within the list at `path`, with its comments. */
export function moveItem(text: string, path: Path, from: number, to: number): string {
  const document = parseYaml(text);
  const list = document.getIn(path, true);
  if (document.errors.length > 0 || !isSeq(list) || !(to in list.items)) return text;
  list.items.splice(to, 0, ...list.items.splice(from, 1));
  return document.toString(writing);
}

/** Renames the key at `path`; the text is unchanged if that key exists already. */
export function renameKey(text: string, path: Path, name: string): string {
  const before = parseYaml(text);
  if (before.errors.length > 0 || before.hasIn([...path.slice(0, -1), name])) return text;
  return renameInPlace(text, before, path, name) ?? text;
}

/** Adds an item at the end of the list at `path`, creating the list if necessary. */
export function appendValue(text: string, path: Path, value: unknown): string {
  const before = parseYaml(text);
  if (before.errors.length > 0) return text;
  if (!isSeq(before.getIn(path, true))) return setValue(text, path, [value], { flow: 'items' });
  const target = parseYaml(text);
  target.addIn(path, target.createNode(value));
  return choose(target, commentsOf(text), [
    appendItem(text, before, path, value),
    rewriteFlow(text, before, [...path, 0], target.toJS()),
  ]);
}

/** Removes the node at `path`, and a list or mapping that would be left empty. */
export function removeValue(text: string, path: Path): string {
  const before = parseYaml(text);
  if (before.errors.length > 0 || !before.hasIn(path)) return text;
  const parentPath = path.slice(0, -1);
  const parent = before.getIn(parentPath, true);
  if (path.length > 1 && isCollection(parent) && parent.items.length === 1) {
    return removeValue(text, parentPath);
  }
  const target = parseYaml(text);
  target.deleteIn(path);
  return choose(target, null, [
    removeLines(text, before, path),
    rewriteFlow(text, before, path, target.toJS()),
  ]);
}
