import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { joinPath, type NamedFiles, parentFolder } from '../files.ts';
import { tooMuchJson } from '../json-bounds.ts';
import { readYamlInParts } from './yaml-parts.ts';

/** An unchecked mapping of a description. */
export type Mapping = Readonly<Record<string, unknown>>;

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The mapping at a key; empty if there is none. */
export function mappingAt(value: unknown, key: string): Mapping {
  const inner = isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isMapping(inner) ? inner : {};
}

/** The list at a key; empty if there is none. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const inner = isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return Array.isArray(inner) ? inner : [];
}

/** The text at a key; empty if there is none. */
export function textAt(value: unknown, key: string): string {
  const inner = isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof inner === 'string' ? inner : '';
}

/** YAML is read at about 1 MB a second; JSON is fifty times as fast. */
const maxYaml = 4_000_000;
const maxFiles = 5000;
/** Limit on all files that a description refers to, in characters. */
const maxOthers = 16_000_000;
/** A longer chain of references is circular. */
const maxHops = 50;

/** Reads JSON or YAML. @throws WirebenchError SERVICE_INVALID */
function parseTree(text: string, name: string): unknown {
  const plain = text.replace(/^\uFEFF/, '');
  const failed = (reason: string, cause?: unknown) =>
    new WirebenchError('SERVICE_INVALID', `${name} cannot be read: ${reason}`, { cause });
  if (/^\s*\{/.test(plain)) {
    const tooMuch = tooMuchJson(plain);
    if (tooMuch !== null) throw failed(`it has ${tooMuch}; take what you need out of it`);
    try {
      return JSON.parse(plain);
    } catch (cause) {
      // YAML may begin with a brace as well; large files are expected to be JSON.
      if (plain.length > maxYaml) throw failed(messageOf(cause), cause);
    }
  }
  if (plain.length > maxYaml) {
    throw failed(
      `it has ${plain.length} characters, and YAML may have ${maxYaml}; convert it to JSON`,
    );
  }
  try {
    return readYamlInParts(plain);
  } catch (cause) {
    const reason = messageOf(cause).replace(/\s+/g, ' ').slice(0, 200);
    throw failed(/call stack/.test(reason) ? 'it is nested too deeply' : reason, cause);
  }
}

/** A description and the files that it refers to. References are resolved on demand. */
export class DescriptionTree {
  readonly root: Mapping;
  /** Whether keywords next to a reference are ignored. */
  readonly isBefore31: boolean;
  readonly #files: ReadonlyMap<string, unknown>;

  private constructor(root: Mapping, files: ReadonlyMap<string, unknown>) {
    this.root = root;
    this.isBefore31 = root.swagger !== undefined || /^3\.0/.test(textAt(root, 'openapi'));
    this.#files = files;
  }

  /**
   * @param name of the description: its path among `files`, or its address on the network.
   * @param files next to it; null where it may only refer to itself.
   * @throws WirebenchError SERVICE_INVALID
   */
  static async read(
    text: string,
    name: string,
    files: NamedFiles | null,
  ): Promise<DescriptionTree> {
    const root = parseTree(text, name);
    if (!isMapping(root)) {
      throw new WirebenchError(
        'SERVICE_INVALID',
        `${name} is not a description: expected a mapping`,
      );
    }
    const read = new Map<string, unknown>([[name, root]]);
    const wanted = bindReferences(root, name);
    const others = { left: maxOthers };
    for (const file of wanted) {
      if (read.has(file)) continue;
      if (read.size >= maxFiles) break;
      const content = await readOther(file, files, others);
      read.set(file, content);
      if (!(content instanceof WirebenchError)) {
        for (const next of bindReferences(content, file)) wanted.add(next);
      }
    }
    return new DescriptionTree(root, read);
  }

  /** The value at a location, with a reference there resolved. @throws WirebenchError SERVICE_INVALID */
  follow(value: unknown): unknown {
    let found = value;
    for (let hops = 0; isMapping(found) && typeof found.$ref === 'string'; hops++) {
      if (hops >= maxHops) {
        throw new WirebenchError('SERVICE_INVALID', `${found.$ref} refers to itself`);
      }
      found = this.#at(found.$ref);
    }
    return found;
  }

  #at(reference: string): unknown {
    const [file = '', pointer = ''] = reference.split('#', 2);
    let found = this.#files.get(file);
    if (!this.#files.has(file)) {
      throw refusal(file, `and to more than ${maxFiles} files altogether`);
    }
    if (found instanceof WirebenchError) throw found;
    for (const step of pointer.split('/').slice(1)) {
      const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
      found =
        typeof found === 'object' && found !== null && Object.hasOwn(found, key)
          ? (found as Mapping)[key]
          : undefined;
    }
    if (found !== undefined && (pointer === '' || pointer.startsWith('/'))) return found;
    throw new WirebenchError('SERVICE_INVALID', `nothing is at ${reference}`);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Prefixes every reference with the name of its file. @returns the names of these files. */
function bindReferences(root: unknown, file: string): Set<string> {
  const places = new Map([['', file]]);
  const seen = new Set<unknown>();
  const waiting: object[] = typeof root === 'object' && root !== null ? [root] : [];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    if (isMapping(value) && typeof value.$ref === 'string') {
      const [path = '', pointer = ''] = value.$ref.split('#', 2);
      let other = places.get(path);
      if (other === undefined) {
        other = besides(file, decoded(path));
        if (places.size <= maxFiles) places.set(path, other);
      }
      (value as Record<string, unknown>).$ref = `${other}#${pointer}`;
    }
    for (const inner of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof inner === 'object' && inner !== null) waiting.push(inner);
    }
  }
  return new Set(places.values());
}

const isAddress = (path: string) => /^[a-z][a-z0-9+.-]+:/i.test(path) || path.startsWith('//');

function besides(file: string, path: string): string {
  return isAddress(path) || isAddress(file) ? path : joinPath(parentFolder(file), path);
}

function refusal(file: string, reason: string): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', `the description refers to ${file}, ${reason}`, {
    hint: 'Put what it refers to into its folder, bundle it into one file, or name a folder around both: wirebench new --import FOLDER.',
  });
}

/** @returns an error in place of an unreadable file, which is thrown once the file is needed. */
async function readOther(
  file: string,
  files: NamedFiles | null,
  others: { left: number },
): Promise<unknown> {
  const refused = (reason: string) => refusal(file, reason);
  if (isAddress(file)) return refused('which is on the network: it is not fetched');
  if (!files) return refused('which is beside it on the network: it is not fetched');
  try {
    const bytes = await files.read(file, maxOthers);
    if (!bytes) return refused('which is not there');
    others.left -= bytes.length;
    if (others.left < 0) {
      return refused(`and to files with more than ${maxOthers} characters altogether`);
    }
    return parseTree(bytes.toString('utf8'), file);
  } catch (error) {
    if (error instanceof WirebenchError) return refused(`which is not read: ${error.message}`);
    throw error;
  }
}
