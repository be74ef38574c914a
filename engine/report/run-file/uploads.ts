import { randomUUID } from 'node:crypto';
import { WirebenchError } from '../../../contracts/errors.ts';
import { refuseTooLarge } from './unpack.ts';

interface Upload {
  readonly parts: Uint8Array[];
  readonly announced: number;
  received: number;
}

/** More at once than any person starts; the oldest gives way. */
const mostUploads = 4;

/** Run files on their way in, part by part. They live in the memory of the engine until they are whole. */
export class Uploads {
  readonly #open = new Map<string, Upload>();

  /** @throws WirebenchError RUN_FILE_TOO_LARGE */
  begin(bytes: number): string {
    refuseTooLarge(bytes);
    const [oldest] = this.#open.keys();
    if (this.#open.size >= mostUploads && oldest !== undefined) this.#open.delete(oldest);
    const id = randomUUID();
    this.#open.set(id, { parts: [], announced: bytes, received: 0 });
    return id;
  }

  /** @throws WirebenchError RUN_FILE_UPLOAD when the upload is unknown or longer than announced. */
  add(id: string, part: Uint8Array): void {
    const upload = this.#find(id);
    upload.received += part.length;
    if (upload.received > upload.announced) {
      this.#open.delete(id);
      throw broken('more bytes arrived than announced');
    }
    upload.parts.push(part);
  }

  /** The whole file; the upload is over. @throws WirebenchError RUN_FILE_UPLOAD when some of it is missing. */
  finish(id: string): Uint8Array {
    const upload = this.#find(id);
    this.#open.delete(id);
    if (upload.received === upload.announced) return Buffer.concat(upload.parts);
    throw broken(`${upload.received} of ${upload.announced} bytes arrived`);
  }

  #find(id: string): Upload {
    const upload = this.#open.get(id);
    if (upload === undefined) throw broken('its upload is unknown or was abandoned');
    return upload;
  }
}

function broken(why: string): WirebenchError {
  return new WirebenchError('RUN_FILE_UPLOAD', `The file arrived incomplete: ${why}`, {
    hint: 'Import it again.',
  });
}
