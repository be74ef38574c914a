import type { Annotated, ByteRole, ByteSpan } from '../../contracts/inspection.ts';

const utf8 = new TextEncoder();

/** Purpose of a stretch of bytes. */
export interface Meaning {
  readonly path: string;
  readonly role: ByteRole;
  readonly note: string;
}

/** Collects bytes in order, annotated with their purpose. */
export class SpanWriter {
  readonly #pieces: Uint8Array[] = [];
  readonly #spans: ByteSpan[] = [];
  #length = 0;

  text(text: string, meaning: Meaning): void {
    this.bytes(utf8.encode(text), meaning);
  }

  bytes(piece: Uint8Array, { path, role, note }: Meaning): void {
    if (piece.length === 0) return;
    const from = this.#length;
    this.#pieces.push(piece);
    this.#length += piece.length;
    this.#spans.push({ from, to: this.#length, path, role, note });
  }

  /** Appends the content of another writer. */
  append({ bytes, spans }: Annotated): void {
    const at = this.#length;
    if (bytes.length === 0) return;
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    for (const span of spans) {
      this.#spans.push({ ...span, from: span.from + at, to: span.to + at });
    }
  }

  done(): Annotated {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { bytes, spans: this.#spans };
  }
}

/** The path of a field in the message at `path`. */
export function fieldPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
