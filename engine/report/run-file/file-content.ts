import { createHash, type Hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RunFileFile } from '../../../contracts/run-file.ts';
import { isInside } from '../../own-service/files.ts';
import { maxKeptBytes } from '../../own-service/kept-files.ts';
import type { KeptFile } from '../../store/handover.ts';
import { invalid } from './check.ts';
import { tooLarge } from './json-stream.ts';

/** The content of a file that arrives in pieces, kept only compressed. */
export class FileContent {
  readonly #packed: Buffer[] = [];
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;
  /** Remainder of base64 that does not form whole bytes yet. */
  #rest = '';

  add(piece: string, encoding: RunFileFile['encoding']): void {
    if (encoding === 'utf8') {
      this.#keep(Buffer.from(piece));
      return;
    }
    const text = this.#rest + piece;
    const whole = text.length - (text.length % 4);
    this.#rest = text.slice(whole);
    this.#keep(Buffer.from(text.slice(0, whole), 'base64'));
  }

  /** @throws WirebenchError RUN_FILE_INVALID when it does not match its description. */
  finish({ path, bytes, sha256, content }: RunFileFile, at: () => string): KeptFile {
    if (!isInside(path))
      throw invalid(`${at()}.path`, `${path} is not a path below the experiment`);
    if (content === null) return { path, bytes, sha256, gzip: null };
    this.#keep(Buffer.from(this.#rest, 'base64'));
    if (this.#bytes !== bytes) {
      throw invalid(`${at()}.bytes`, `expected ${this.#bytes}, the length of its content`);
    }
    if (this.#hash.digest('hex') !== sha256) {
      throw invalid(`${at()}.sha256`, 'it is not that of the content');
    }
    const gzip = this.#packed.length === 0 ? gzipSync('') : Buffer.concat(this.#packed);
    return { path, bytes, sha256, gzip };
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes > maxKeptBytes) throw tooLarge('contains a file that is too long');
    this.#hash.update(part);
    // Concatenated gzip members unpack to one content.
    this.#packed.push(gzipSync(part));
  }
}
