import { createHash, type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ExperimentInput } from '../../contracts/api/base.ts';
import type { KeptFile } from '../store/handover.ts';
import type { Store } from '../store/store.ts';
import { filesIn, joinPath, type NamedFiles, noFiles, type OpenFile } from './files.ts';

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);

/** Maximum total size of the files that a run keeps copies of, in bytes. */
export const maxKeptBytes = 100_000_000;

interface Copy {
  readonly hash: Hash;
  bytes: number;
  /** Its parts as separate gzip members, which unpack to one content; null once it is too long. */
  packed: Buffer[] | null;
}

/** Reads files and remembers them, so that they can be kept with the run. */
export class FileKeeper implements NamedFiles {
  readonly #files: NamedFiles;
  readonly #most: number;
  readonly #copies = new Map<string, Copy>();
  #held = 0;

  /** @param most maximum bytes of all kept files. */
  constructor(files: NamedFiles, most = maxKeptBytes) {
    this.#files = files;
    this.#most = most;
  }

  async read(path: string, maxBytes?: number): Promise<Buffer | null> {
    const bytes = await this.#files.read(path, maxBytes);
    if (bytes !== null) await this.#add(this.#begin(path), bytes);
    return bytes;
  }

  readUnkept(path: string): Promise<Buffer | null> {
    return this.#files.readUnkept(path);
  }

  async open(path: string, maxBytes: number): Promise<OpenFile | null> {
    const opened = await this.#files.open(path, maxBytes);
    return opened && { size: opened.size, chunks: this.#copying(path, opened) };
  }

  async *#copying(path: string, { size, chunks }: OpenFile): AsyncGenerator<Buffer> {
    const copy = this.#begin(path);
    // Avoids compressing for nothing.
    if (this.#held + size > this.#most) copy.packed = null;
    for await (const chunk of chunks) {
      await this.#add(copy, chunk);
      yield chunk;
    }
  }

  #begin(path: string): Copy {
    const place = joinPath(path);
    const last = this.#copies.get(place);
    if (last?.packed) this.#held -= last.bytes;
    const copy: Copy = { hash: createHash('sha256'), bytes: 0, packed: [] };
    this.#copies.set(place, copy);
    return copy;
  }

  async #add(copy: Copy, chunk: Buffer): Promise<void> {
    copy.hash.update(chunk);
    copy.bytes += chunk.length;
    if (copy.packed === null) return;
    this.#held += chunk.length;
    if (this.#held <= this.#most) {
      copy.packed.push(await gzipAsync(chunk));
      return;
    }
    this.#held -= copy.bytes;
    copy.packed = null;
  }

  /** The files that were read, by path. Called once, when all have been read. */
  async kept(): Promise<KeptFile[]> {
    const paths = [...this.#copies].sort(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(
      paths.map(async ([path, { hash, bytes, packed }]) => ({
        path,
        bytes,
        sha256: hash.digest('hex'),
        gzip: packed && (packed.length > 0 ? Buffer.concat(packed) : await gzipAsync('')),
      })),
    );
  }
}

/** Where the files of an experiment are: in a folder, or kept with an earlier run. */
export function namedFiles(
  store: Pick<Store, 'keptFiles'>,
  { folder, filesOf }: Pick<ExperimentInput, 'folder' | 'filesOf'>,
): NamedFiles {
  const beside = folder === undefined ? noFiles : filesIn(folder);
  return filesOf === undefined ? beside : keptFiles(store.keptFiles(filesOf), beside);
}

/** The files that a run kept, to repeat the experiment; those that were too long are read from the folder. */
export function keptFiles(kept: readonly KeptFile[], elsewhere: NamedFiles): NamedFiles {
  const known = new Map(kept.map((file) => [file.path, file]));
  const read = async (path: string): Promise<Buffer | null> => {
    const gzip = known.get(joinPath(path))?.gzip;
    return gzip ? gunzipAsync(gzip) : null;
  };
  return {
    read: async (path, most) => (await read(path)) ?? elsewhere.read(path, most),
    readUnkept: (path) => elsewhere.readUnkept(path),
    open: async (path, maxBytes) => {
      const bytes = await read(path);
      return bytes ? { size: bytes.length, chunks: pieces(bytes) } : elsewhere.open(path, maxBytes);
    },
  };
}

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  const length = 256 * 1024;
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
