import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import { refuseTooLarge } from './unpack.ts';

interface Upload {
  readonly descriptor: number;
  readonly announced: number;
  received: number;
}

/** Maximum concurrent uploads; the oldest is dropped. */
const maxUploads = 4;

/** Uploads of run files, part by part. Until complete, they are in unlinked temporary files. */
export class Uploads {
  readonly #open = new Map<string, Upload>();

  /** @throws WirebenchError RUN_FILE_TOO_LARGE, RUN_FILE_UPLOAD */
  begin(bytes: number): string {
    refuseTooLarge(bytes);
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxUploads && oldest !== undefined) this.#forget(oldest);
    const id = randomUUID();
    this.#open.set(id, { descriptor: namelessFile(), announced: bytes, received: 0 });
    return id;
  }

  /** @throws WirebenchError RUN_FILE_UPLOAD when the upload is unknown, longer than announced, or has no space. */
  add(id: string, part: Uint8Array): void {
    const upload = this.#find(id);
    upload.received += part.length;
    if (upload.received > upload.announced) {
      this.#forget(id);
      throw broken('more bytes arrived than announced');
    }
    try {
      for (let at = 0; at < part.length; ) at += writeSync(upload.descriptor, part.subarray(at));
    } catch (error) {
      this.#forget(id);
      throw broken(messageOf(error));
    }
  }

  /**
   * Ends the upload. @returns the descriptor of the complete file, which the caller must close.
   * @throws WirebenchError RUN_FILE_UPLOAD when some of it is missing.
   */
  finish(id: string): number {
    const { descriptor, received, announced } = this.#find(id);
    if (received !== announced) {
      this.#forget(id);
      throw broken(`${received} of ${announced} bytes arrived`);
    }
    this.#open.delete(id);
    return descriptor;
  }

  #find(id: string): Upload {
    const upload = this.#open.get(id);
    if (upload === undefined) throw broken('its upload is unknown or was abandoned');
    return upload;
  }

  #forget(id: string): void {
    const upload = this.#open.get(id);
    this.#open.delete(id);
    if (upload) closeSync(upload.descriptor);
  }
}

/** A file that is deleted when it is closed, or with this process. */
function namelessFile(): number {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'wirebench-'));
    try {
      return openSync(join(folder, 'upload'), 'wx+', 0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch (error) {
    throw broken(messageOf(error));
  }
}

function broken(why: string): WirebenchError {
  return new WirebenchError('RUN_FILE_UPLOAD', `The file arrived incomplete: ${why}`, {
    hint: 'Import it again.',
  });
}
