import protobuf from 'protobufjs';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { joinPath, type NamedFiles, parentFolder } from './files.ts';

/** Most files that one description is made of. */
const mostFiles = 5000;

function invalid(message: string, cause?: unknown): WirebenchError {
  return new WirebenchError('SERVICE_INVALID', message, { cause });
}

/** Where an imported file may be: below an import folder, or beside the file that imports it. */
function placesOf(name: string, importer: string, folders: readonly string[]): string[] {
  const places = [...folders, '.', parentFolder(importer)].map((folder) => joinPath(folder, name));
  return [...new Set(places)];
}

/**
 * Reads `.proto` files with all that they import.
 * @param folders in which imports are looked for, before the experiment's folder and that of the importing file.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function readProtoFiles(
  files: NamedFiles,
  names: readonly string[],
  folders: readonly string[],
): Promise<protobuf.Root> {
  const root = new protobuf.Root();
  const read = new Set<string>();
  const parse = (path: string, source: string): readonly string[] => {
    read.add(path);
    if (read.size > mostFiles)
      throw invalid(`${names.join(', ')} import more than ${mostFiles} files`);
    try {
      // Fields keep the names that the file gives them; JSON takes either form.
      const parsed = protobuf.parse(source, root, { keepCase: true });
      return [...(parsed.imports ?? []), ...(parsed.weakImports ?? [])];
    } catch (cause) {
      throw invalid(`${path} cannot be read: ${messageOf(cause)}`, cause);
    }
  };
  const take = async (places: readonly string[], name: string, importer: string | null) => {
    for (const path of places) {
      if (read.has(path)) return;
      const source = await files.read(path);
      if (source === null) continue;
      for (const wanted of parse(path, source.toString('utf8'))) {
        await follow(wanted, path);
      }
      return;
    }
    const why = importer === null ? '' : `, which ${importer} imports`;
    const tried = places.join(', ');
    throw invalid(`${name}${why}, was not found: looked for ${tried}; add its folder to imports`);
  };
  const follow = async (name: string, importer: string): Promise<void> => {
    if (wellKnown(root, name, read)) return;
    await take(placesOf(name, importer, folders), name, importer);
  };
  for (const name of names) await take([joinPath(name)], name, null);
  try {
    return root.resolveAll() as protobuf.Root;
  } catch (cause) {
    throw invalid(`${names.join(', ')} cannot be resolved: ${messageOf(cause)}`, cause);
  }
}

/** Adds a file of Protobuf's own that every compiler brings along. @returns whether it is one. */
function wellKnown(root: protobuf.Root, name: string, read: Set<string>): boolean {
  const known = protobuf.common.get(name) as protobuf.INamespace | null;
  if (!known?.nested) return false;
  if (!read.has(name)) root.addJSON(known.nested);
  read.add(name);
  return true;
}
