import type { WireStage } from '../../contracts/wire.ts';
import { formOf, type Messages, markBody } from './body.ts';
import type { Canvas } from './canvas.ts';
import { ByteStretch } from './stretch.ts';

const lineEnd = Buffer.from('\r\n');

interface Head {
  readonly startLine: string;
  readonly end: number;
  readonly header: (name: string) => string | null;
}

/** One direction of a connection. */
export interface WireSide {
  readonly canvas: Canvas;
  /** The part of it outside TLS, if any. */
  readonly inside: ByteStretch;
  readonly messages: Messages;
}

/**
 * Annotates the messages of HTTP/1.1 in one direction; `stageOf` names the stage of the nth (from 1).
 * @param methods of the requests, appended in their direction; they determine whether answers have a body.
 */
export function readHttp1(
  side: WireSide,
  stageOf: (message: number) => WireStage,
  methods: string[],
): number {
  return new Http1Reader(side, stageOf, methods).read();
}

class Http1Reader {
  readonly #canvas: Canvas;
  readonly #stretch: ByteStretch;
  readonly #stageOf: (message: number) => WireStage;
  readonly #messages: Messages;
  readonly #methods: string[];
  #stage: WireStage = 'first';

  constructor(
    { canvas, inside, messages }: WireSide,
    stageOf: (message: number) => WireStage,
    methods: string[],
  ) {
    this.#messages = messages;
    this.#canvas = canvas;
    this.#stretch = inside;
    this.#stageOf = stageOf;
    this.#methods = methods;
  }

  /** @returns the number of messages. */
  read(): number {
    let [at, messages] = [0, 0];
    while (at < this.#stretch.length) {
      this.#stage = this.#stageOf(messages + 1);
      const head = this.#head(at);
      if (!head) break;
      at = this.#body(head, messages);
      // An interim answer (100 Continue) belongs to the call of the final one.
      if (!/^HTTP\/1\.1 1\d\d/.test(head.startLine)) messages++;
    }
    return messages;
  }

  /** @returns null if there is no complete head; then the remainder is not understood. */
  #head(at: number): Head | null {
    const end = this.#stretch.bytes.indexOf('\r\n\r\n', at, 'latin1');
    if (end < 0) return null;
    const lines = this.#stretch.bytes.toString('latin1', at, end).split('\r\n');
    const [startLine = '', ...rest] = lines;
    if (!/^(?:[A-Z]+ \S+ HTTP\/1\.[01]|HTTP\/1\.[01] \d{3}.*)$/.test(startLine)) return null;
    const fields = rest.map(splitField);
    this.#markHead(at, startLine, fields);
    const header = (name: string) =>
      fields.find((field) => field.name.toLowerCase() === name)?.value ?? null;
    return { startLine, end: end + 4, header };
  }

  #markHead(at: number, startLine: string, fields: readonly Field[]): void {
    const isAnswer = startLine.startsWith('HTTP/');
    const title = isAnswer ? startLine.slice(9) : startLine.replace(/ HTTP\/1\.\d$/, '');
    const label = isAnswer ? 'status line' : 'request line';
    let end = at + startLine.length + lineEnd.length;
    this.#mark(at, end, 'headers', label, { title, field: { name: label, value: startLine } });
    for (const field of fields) {
      const { name, value, length } = field;
      this.#mark(end, end + length, 'headers', `header ${name}`, { field: { name, value } });
      end += length;
    }
    this.#mark(end, end + lineEnd.length, 'headers', 'blank line');
  }

  /** @param before number of earlier messages. @returns the end of the body. */
  #body(head: Head, before: number): number {
    const method = /^([A-Z]+) /.exec(head.startLine)?.[1];
    if (method !== undefined) this.#methods[before] = method;
    // An answer without a body may announce the length it would have (RFC 9112, 6.3).
    else if (isBodiless(head.startLine) || this.#methods[before] === 'HEAD') return head.end;
    const body = new ByteStretch();
    const end = /\bchunked\b/i.test(head.header('transfer-encoding') ?? '')
      ? this.#chunks(head.end, body)
      : this.#plainBody(head, body);
    const form = formOf(head.header('content-type') ?? '');
    markBody(this.#canvas, body, form, this.#stage, this.#messages);
    return end;
  }

  #plainBody({ header, end: from, startLine }: Head, body: ByteStretch): number {
    const length = header('content-length');
    // Without a length an answer lasts until the end of its connection (RFC 9112, 6.3).
    const unbounded = startLine.startsWith('HTTP/') ? Number.POSITIVE_INFINITY : 0;
    const wanted = length === null ? unbounded : Number(length);
    const end = Math.min(this.#stretch.length, from + (wanted >= 0 ? wanted : 0));
    body.take(this.#stretch, from, end);
    return end;
  }

  /** Chunks up to the last one (RFC 9112, 7.1). */
  #chunks(from: number, body: ByteStretch): number {
    const { bytes } = this.#stretch;
    let at = from;
    while (at < bytes.length) {
      const line = bytes.indexOf(lineEnd, at);
      const size = /^([0-9a-fA-F]{1,8})\s*(?:;.*)?$/.exec(bytes.toString('latin1', at, line))?.[1];
      if (line < 0 || size === undefined) return at;
      const length = Number.parseInt(size, 16);
      const start = line + lineEnd.length;
      this.#mark(at, start, 'framing', `chunk header: ${length} bytes follow`);
      if (length === 0) return this.#trailers(start);
      const end = Math.min(bytes.length, start + length);
      body.take(this.#stretch, start, end);
      at = Math.min(bytes.length, end + lineEnd.length);
      this.#mark(end, at, 'framing', 'end of chunk');
    }
    return at;
  }

  #trailers(from: number): number {
    const { bytes } = this.#stretch;
    let at = from;
    while (at < bytes.length) {
      const line = bytes.indexOf(lineEnd, at);
      if (line < 0) return at;
      const end = line + lineEnd.length;
      const isLast = line === at;
      this.#mark(at, end, isLast ? 'framing' : 'headers', isLast ? 'end of chunks' : 'trailer');
      at = end;
      if (isLast) break;
    }
    return at;
  }

  #mark(
    from: number,
    to: number,
    layer: 'headers' | 'framing',
    label: string,
    more: { title?: string; field?: { name: string; value: string } } = {},
  ): void {
    this.#canvas.mark(this.#stretch, from, to, { layer, stage: this.#stage, label, ...more });
  }
}

const isBodiless = (startLine: string) => /^HTTP\/1\.\d (?:1\d\d|204|304)/.test(startLine);

interface Field {
  readonly name: string;
  readonly value: string;
  /** Octets including the line end. */
  readonly length: number;
}

function splitField(line: string): Field {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  return { name, value: colon < 0 ? '' : line.slice(colon + 1).trim(), length: line.length + 2 };
}
