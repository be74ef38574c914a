import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, posix, relative, resolve, sep } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** The files that an experiment names, by relative paths with `/` as separator. */
export interface NamedFiles {
  /**
   * @param maxBytes maximum size; default 64 MB.
   * @returns null when there is no such file.
   * @throws WirebenchError SERVICE_INVALID when it cannot be read, or is longer.
   */
  read(path: string, maxBytes?: number): Promise<Buffer | null>;
  /** Reads a private file, of which no copy is kept. The same errors. */
  readUnkept(path: string): Promise<Buffer | null>;
  /** Opens a file that is too long to read in one step. The same errors, and when it is longer than `maxBytes`. */
  open(path: string, maxBytes: number): Promise<OpenFile | null>;
}

/** A file that is read piece by piece, once. */
export interface OpenFile {
  /** Its length in bytes. */
  readonly size: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Limit for files that are read in one step. */
const maxRead = 64 * 1024 * 1024;

/** Limit for certificates and keys, in bytes: a bundle of all public authorities has some 300 kB. */
export const maxPrivate = 4_000_000;

/** Whether a relative path leads out of its folder. */
export function leadsOut(path: string): boolean {
  return isAbsolute(path) || /^[A-Za-z]:/.test(path) || normalize(path).split(sep)[0] === '..';
}

/** Whether a path has the form that {@link joinPath} gives to a file in the experiment's folder or below. */
export function isInside(path: string): boolean {
  return path !== '.' && !leadsOut(path) && joinPath(path) === path && !path.includes('\0');
}

/** Does something with a file below a folder; null if it is missing. @throws WirebenchError SERVICE_INVALID */
async function within<T>(folder: string, path: string, use: (file: string) => Promise<T>) {
  const outside = new WirebenchError(
    'SERVICE_INVALID',
    `${path} is outside of the experiment’s folder: put it beside the experiment file`,
  );
  if (leadsOut(path)) throw outside;
  try {
    // A link may point anywhere.
    const file = await realpath(join(folder, path));
    if (leadsOut(relative(await realpath(folder), file))) throw outside;
    return await use(file);
  } catch (cause) {
    if (cause instanceof WirebenchError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const message = `${path} cannot be read: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
}

function assertFits(path: string, size: number, most: number): void {
  if (size <= most) return;
  throw new WirebenchError('SERVICE_INVALID', `${path} is larger than ${most} bytes`);
}

/** The files in a folder; nothing outside of it is read. */
export function filesIn(folder: string): NamedFiles {
  const read = (path: string, most = maxRead) =>
    within(folder, path, async (file) => {
      assertFits(path, (await stat(file)).size, most);
      return readFile(file);
    });
  return {
    read,
    readUnkept: (path) => read(path, maxPrivate),
    open: (path, most) =>
      within(folder, path, async (file) => {
        const { size } = await stat(file);
        assertFits(path, size, most);
        return { size, chunks: createReadStream(file, { highWaterMark: 256 * 1024 }) };
      }),
  };
}

/** A path with links resolved, as far as it exists. */
const withoutLinks = (path: string) => realpath(path).catch(() => resolve(path));

/** The innermost folder that contains all of these. */
function folderAround(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split(sep));
  let length = 0;
  while (length < first.length && others.every((parts) => parts[length] === first[length]))
    length++;
  return first.slice(0, length).join(sep);
}

/**
 * Paths of files and folders relative to an experiment.
 * @param folder of the experiment.
 * @throws WirebenchError SERVICE_INVALID for paths outside of it: an experiment moves together with its files.
 */
export async function asNamedFrom(folder: string, paths: readonly string[]): Promise<string[]> {
  const from = await withoutLinks(folder);
  const all = await Promise.all(paths.map(withoutLinks));
  const named = all.map((path) => relative(from, path).replaceAll(sep, '/') || '.');
  const outside = named.findIndex(leadsOut);
  if (outside < 0) return named;
  const around = folderAround([from, ...all.map((path) => dirname(path))]);
  throw new WirebenchError(
    'SERVICE_INVALID',
    `${paths[outside]} is outside of the folder of the experiment, ${folder}: an experiment names only files beside it`,
    {
      hint:
        around === ''
          ? 'Copy the files beside the experiment.'
          : `Write the experiment into ${around}, or copy the files beside it.`,
    },
  );
}

/** For an experiment that was not read from a file. */
export const noFiles: NamedFiles = {
  read: async () => null,
  readUnkept: async () => null,
  open: async () => null,
};

/** Joins path segments below the experiment's folder; `.` and `..` are resolved. */
export function joinPath(...parts: readonly string[]): string {
  return posix.normalize(posix.join(...parts.map((part) => part.replaceAll('\\', '/'))));
}

/** The folder of a file. */
export function parentFolder(path: string): string {
  return posix.dirname(path);
}
