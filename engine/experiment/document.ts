import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
} from 'yaml';
import type { Problem } from '../../contracts/experiment/cell.ts';
import { formatPath, type Path } from '../../contracts/experiment/path.ts';

/** Maximum file length in characters: far more than any experiment, and short enough to parse in one step. */
export const maxFileLength = 200_000;
const maxDepth = 20;
const noChildren: TextPlace['children'] = new Map();

/** Position of a value in the file, as offsets, with those of its contents. */
export interface TextPlace {
  /** Start of the key; undefined for the items of a list and for the whole file. */
  readonly key: number | undefined;
  /** Start of the value; for a collection or a missing value that has a key, the start of the key. */
  readonly value: number | undefined;
  readonly children: ReadonlyMap<string | number, TextPlace>;
}

/** An experiment file that is valid YAML, as plain data with the positions of everything. */
export interface ExperimentDocument {
  readonly yaml: Document.Parsed;
  readonly value: unknown;
  readonly root: TextPlace;
  readonly lines: LineCounter;
  /** Faults that leave the remainder of the file readable: duplicate keys, aliases, tags. */
  readonly problems: readonly Problem[];
  /** Paths of values that are unknown because of such a fault. */
  readonly unknown: readonly Path[];
}

export type ParsedDocument =
  | { readonly ok: true; readonly document: ExperimentDocument }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Parses YAML 1.2 (of which JSON is a part) and keeps positions. Never throws.
 * Syntax errors end the reading, since whatever follows one is unreliable.
 */
export function parseExperimentDocument(text: string): ParsedDocument {
  if (text.length > maxFileLength) {
    return { ok: false, problems: [atStart(`expected at most ${maxFileLength} characters`)] };
  }
  const lines = new LineCounter();
  const yaml = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    // Compared here instead: the library's own check takes quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
    logLevel: 'error',
  });
  if (yaml.errors.length > 0) {
    return { ok: false, problems: yaml.errors.map((error) => syntaxProblem(error, lines)) };
  }
  return { ok: true, document: new Reading(yaml, lines).finish() };
}

/** A problem with the file as a whole. */
export function atStart(message: string): Problem {
  return { line: 1, column: 1, path: '', message };
}

function syntaxProblem(error: YAMLError, lines: LineCounter): Problem {
  return { ...positionOf(lines, error.pos[0]), path: '', message: syntaxMessage(error) };
}

function syntaxMessage(error: YAMLError): string {
  if (error.code === 'TAB_AS_INDENT') return 'expected spaces: YAML does not indent with tabs';
  if (error.code === 'MULTIPLE_DOCS') return 'expected one experiment: a file holds one document';
  if (error.code === 'TAG_RESOLVE_FAILED') return 'expected no YAML tags (!word) here';
  if (/call stack/.test(error.message)) return tooDeep;
  return `not valid YAML: ${error.message.replace(/\s+/g, ' ')}`;
}

const tooDeep = `nested too deeply: expected at most ${maxDepth} levels`;

/** @returns line and column, counted from 1. */
export function positionOf(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

interface Read {
  readonly value: unknown;
  readonly place: TextPlace;
}

/** One traversal of the tree that collects data, positions and faults. */
class Reading {
  readonly #yaml: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #problems: Problem[] = [];
  readonly #unknown: Path[] = [];

  constructor(yaml: Document.Parsed, lines: LineCounter) {
    this.#yaml = yaml;
    this.#lines = lines;
  }

  finish(): ExperimentDocument {
    for (const warning of this.#yaml.warnings) {
      this.#problems.push(syntaxProblem(warning, this.#lines));
    }
    const { value, place } = this.#node(this.#yaml.contents, [], undefined);
    return {
      yaml: this.#yaml,
      value,
      root: place,
      lines: this.#lines,
      problems: this.#problems,
      unknown: this.#unknown,
    };
  }

  #node(node: Node | null | undefined, path: Path, key: number | undefined): Read {
    const start = node?.range?.[0];
    const leaf = (value: unknown): Read => ({
      value,
      place: { key, value: value === null ? (key ?? start) : start, children: noChildren },
    });
    if (!node) return leaf(null);
    if (path.length > maxDepth) return this.#fault(tooDeep, path, start, leaf(null));
    if (isAlias(node)) {
      const message = `aliases are not supported: write out what *${node.source} stands for`;
      return this.#fault(message, path, start, leaf(null));
    }
    if (isMap(node)) return this.#map(node.items, path, { key, start });
    if (isSeq(node)) return this.#list(node.items as Node[], path, { key, start });
    if (!isScalar(node)) return leaf(null);
    const known = ['string', 'number', 'boolean'].includes(typeof node.value);
    if (known || node.value === null) return leaf(node.value);
    return this.#fault(`unsupported YAML tag ${node.tag ?? ''}`, path, start, leaf(null));
  }

  #map(items: readonly Pair[], path: Path, at: Offsets): Read {
    const value: Record<string, unknown> = Object.create(null);
    const children = new Map<string, TextPlace>();
    for (const item of items) {
      const keyNode = item.key as Node | null;
      const start = keyNode?.range?.[0] ?? at.start;
      if (isCollection(keyNode) || isAlias(keyNode)) {
        this.#fault('expected a plain word as the key', path, start, undefined);
        continue;
      }
      const name = String(isScalar(keyNode) ? keyNode.value : '');
      const here = [...path, name];
      const first = children.get(name)?.key;
      if (first !== undefined) {
        const { line } = positionOf(this.#lines, first);
        this.#problem(`"${name}" is given twice, first on line ${line}`, here, start);
        continue;
      }
      const child = this.#node(item.value as Node | null, here, start);
      value[name] = child.value;
      children.set(name, child.place);
    }
    return { value, place: collectionPlace(at, children) };
  }

  #list(items: readonly Node[], path: Path, at: Offsets): Read {
    const found = items.map((item, index) => this.#node(item, [...path, index], undefined));
    const children = new Map(found.map((item, index) => [index, item.place]));
    return { value: found.map((item) => item.value), place: collectionPlace(at, children) };
  }

  #fault<T>(message: string, path: Path, offset: number | undefined, instead: T): T {
    this.#problem(message, path, offset);
    this.#unknown.push(path);
    return instead;
  }

  #problem(message: string, path: Path, offset: number | undefined): void {
    const position = positionOf(this.#lines, offset ?? 0);
    this.#problems.push({ ...position, path: formatPath(path), message });
  }
}

interface Offsets {
  readonly key: number | undefined;
  readonly start: number | undefined;
}

function collectionPlace(at: Offsets, children: TextPlace['children']): TextPlace {
  return { key: at.key, value: at.key ?? at.start, children };
}
