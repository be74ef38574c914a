import { createHash } from 'node:crypto';
import protobuf from 'protobufjs';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { joinPath, type NamedFiles, parentFolder } from '../files.ts';
import { DescriptorCount } from './descriptor-count.ts';
import { decodeSet, type FileDescriptor, rootOfFiles } from './descriptor-set.ts';
import { countFields } from './field-work.ts';
import { addTypes, wellKnownFile, wellKnownName } from './well-known.ts';

/** Maximum files of one description, and characters in all of them: parsing takes time and memory. */
const maxFiles = 5000;
const maxCharacters = 8_000_000;
/** Limit on messages, fields, enum values and options in all of them; the largest public trees have three quarters of that. */
const maxStatements = 100_000;
/** Limit on messages, enums and the like among them, which need the most memory. */
const maxBlocks = 28_000;

function invalid(message: string, cause?: unknown): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', message, { cause });
}

/** The folder of a file and its parents, innermost first. */
function foldersAround(path: string): string[] {
  const folder = parentFolder(path);
  return folder === '.' || folder === '/' ? [folder] : [folder, ...foldersAround(folder)];
}

/** Candidates for an import: below an import folder, next to the importing file, or in one of its parents. */
function placesOf(name: string, importer: string, folders: readonly string[]): string[] {
  const around = foldersAround(importer).map(slashes);
  const places = [...new Set([...folders, '.', ...around].map((folder) => joinPath(folder, name)))];
  const within = places.filter((place) => !place.startsWith('../'));
  return within.length > 0 ? within : places;
}

/** A path without its first folders, as long as one remains. */
function endsOf(path: string): string[] {
  const [, ...rest] = path.split('/');
  return rest.length < 2 ? [] : [rest.join('/'), ...endsOf(rest.join('/'))];
}

const slashes = (path: string) => path.replaceAll('\\', '/');

/** The read types of a description. */
export interface ReadTypes {
  readonly root: protobuf.Root;
  /** Missing but unneeded files, in sentences. */
  readonly remarks: readonly string[];
}

/** `.proto` files in one namespace. */
class ProtoReader {
  readonly #files: Pick<NamedFiles, 'read'>;
  readonly #folders: readonly string[];
  readonly #root = new protobuf.Root();
  readonly #sources = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #missing: { readonly name: string; readonly words: string }[] = [];
  #characters = 0;
  #statements = 0;
  #blocks = 0;

  constructor(files: Pick<NamedFiles, 'read'>, folders: readonly string[]) {
    this.#files = files;
    this.#folders = folders;
  }

  async read(names: readonly string[]): Promise<ReadTypes> {
    for (const name of names) {
      if (await this.#take([joinPath(name)])) continue;
      throw invalid(`${name} was not found beside the experiment file`);
    }
    try {
      countFields(this.#root);
    } catch (cause) {
      throw invalid(`${names.join(', ')} cannot be read: ${messageOf(cause)}`, cause);
    }
    try {
      const root = this.#root.resolveAll() as protobuf.Root;
      return {
        root,
        remarks: this.#missing.map(({ words }) => `${words}; none of its types is needed.`),
      };
    } catch (cause) {
      throw invalid(
        `${names.join(', ')} cannot be resolved: ${this.#lack(messageOf(cause))}`,
        cause,
      );
    }
  }

  /** Names the missing file that most likely defines the unknown type. */
  #lack(message: string): string {
    const [, type = ''] = /^no such [\w ]+:? '?\.?([\w.]+)/.exec(message) ?? [];
    const inside = (name: string) => parentFolder(name).replaceAll('/', '.');
    const likely =
      this.#missing.find(({ name }) => type.startsWith(`${inside(name)}.`)) ?? this.#missing[0];
    return likely ? `${message}; ${likely.words}; add its folder to imports` : message;
  }

  /** Reads the first of these files that exists. @returns whether there is one. */
  async #take(places: readonly string[]): Promise<boolean> {
    for (const path of places) {
      if (this.#sources.has(path)) return true;
      if (this.#takeWellKnown(wellKnownName(path))) return true;
      const bytes = await this.#files.read(path, maxCharacters);
      if (bytes === null) continue;
      const source = bytes.toString('utf8');
      this.#sources.set(path, source);
      // The same file may be reached by several paths.
      const digest = createHash('sha256').update(bytes).digest('base64');
      if (this.#seen.has(digest)) return true;
      this.#seen.add(digest);
      for (const wanted of this.#parse(path, source)) await this.#follow(slashes(wanted), path);
      return true;
    }
    return false;
  }

  async #follow(name: string, importer: string): Promise<void> {
    if (this.#takeWellKnown(name)) return;
    const places = placesOf(name, importer, this.#folders);
    if (await this.#take(places)) return;
    // Imports of Go begin with the module's name, which is not a folder below the root.
    for (const part of endsOf(name)) {
      if (await this.#take(placesOf(part, importer, this.#folders))) return;
    }
    const tried = places.slice(0, 10).join(', ');
    const words = `${name}, which ${importer} imports, was not found: looked for ${tried}`;
    this.#missing.push({ name, words });
  }

  #takeWellKnown(name: string): boolean {
    if (this.#seen.has(name)) return true;
    const nested = wellKnownFile(name);
    if (!nested) return false;
    this.#seen.add(name);
    addTypes(this.#root, nested);
    return true;
  }

  #parse(path: string, source: string): readonly string[] {
    this.#characters += source.length;
    this.#statements += signsIn(source, /[;{,]/g);
    this.#blocks += signsIn(source, /\{/g);
    if (this.#statements > maxStatements || this.#blocks > maxBlocks) {
      throw invalid(
        `${path}: a description has at most ${maxStatements} fields and the like in ${maxBlocks} messages; name a smaller one`,
      );
    }
    if (this.#sources.size > maxFiles || this.#characters > maxCharacters) {
      throw invalid(
        `${path}: a description has at most ${maxFiles} files with ${maxCharacters} characters in all; name a smaller one`,
      );
    }
    try {
      // Fields keep the names in the file; JSON accepts either form.
      const options = { keepCase: true, alternateCommentMode: true };
      const parsed = protobuf.parse(source, this.#root, options);
      return [...(parsed.imports ?? []), ...(parsed.weakImports ?? [])];
    } catch (cause) {
      throw invalid(`${path} cannot be read: ${this.#reason(messageOf(cause), path)}`, cause);
    }
  }

  /** Names the other file that defines the same type. */
  #reason(message: string, path: string): string {
    const [, name, inside = ''] = /^duplicate name '(\w+)' in \w+ ?(\S*)/.exec(message) ?? [];
    if (name === undefined) return message;
    const full = `${inside.replace(/^\./, '')}.${name}`.replace(/^\./, '');
    const other = [...this.#sources].find(
      ([known, source]) => known !== path && defines(source, full),
    );
    if (!other) return `it defines ${full} twice`;
    return `it defines ${full}, and so does ${other[0]}: name only one of them, or those that import it`;
  }
}

/** Occurrences of a character, also in comments and texts. */
function signsIn(source: string, sign: RegExp): number {
  let found = 0;
  for (const _ of source.matchAll(sign)) if (++found > maxStatements) break;
  return found;
}

function defines(source: string, name: string): boolean {
  try {
    return protobuf.parse(source, new protobuf.Root()).root.lookup(name) !== null;
  } catch {
    return false;
  }
}

const isSet = (name: string) => !/\.(proto|protodevel)$/i.test(name);

async function readSets(
  files: Pick<NamedFiles, 'read'>,
  names: readonly string[],
): Promise<ReadTypes> {
  const found: FileDescriptor[] = [];
  const count = new DescriptorCount();
  for (const name of names) {
    const bytes = await files.read(joinPath(name), maxCharacters);
    if (bytes === null) throw invalid(`${name} was not found beside the experiment file`);
    if (bytes.length > maxCharacters)
      throw invalid(`${name} is larger than ${maxCharacters} bytes`);
    try {
      found.push(...decodeSet(bytes, count));
    } catch (cause) {
      const message = `${name} is neither a .proto file nor a descriptor set: ${messageOf(cause)}`;
      throw invalid(message, cause);
    }
  }
  const hint = 'Make it with all that it imports: protoc --include_imports, or buf build.';
  return { root: rootOfFiles(found, names.join(', '), hint), remarks: [] };
}

/**
 * Reads `.proto` files with all their imports, or descriptor sets.
 * @param folders searched for imports before the experiment's folder and the parents of the importing file.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function readProtoFiles(
  files: Pick<NamedFiles, 'read'>,
  names: readonly string[],
  folders: readonly string[],
): Promise<ReadTypes> {
  const sets = names.filter(isSet);
  if (sets.length === 0) return new ProtoReader(files, folders).read(names);
  if (sets.length === names.length) return readSets(files, names);
  throw invalid(`${names.join(', ')}: expected either .proto files or descriptor sets`);
}
