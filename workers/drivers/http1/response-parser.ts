import type { Failure } from '../driver.ts';
import { closedByPeer, protocolFailure } from '../failures.ts';
import { KeptBody } from '../kept-body.ts';
import { ChunkedReader } from './chunked.ts';
import { type Head, parseHead } from './head.ts';
import { HeadMemory } from './head-memory.ts';

/** A complete response, valid during the call that reports it: the parser reuses the object. */
export interface Response {
  readonly status: number;
  /** Octets of the body, transfer coding removed. */
  readonly length: number;
  /** Null unless kept; the buffer stays valid. */
  readonly body: Buffer | null;
  readonly keepAlive: boolean;
  /** Whether the service refuses because no database connection was free in time. */
  readonly pool: boolean;
  /** Encoding of the body; null for none. */
  readonly coding: string | null;
  /** The head as received; empty unless heads are kept. */
  readonly head: string;
}

/** Limits against a service whose head or body never ends. */
export interface ResponseLimits {
  readonly headBytes: number;
  readonly bodyBytes: number;
}
export const defaultLimits: ResponseLimits = { headBytes: 64 * 1024, bodyBytes: 256 * 1024 * 1024 };

/** Maximum of a refusal's body, kept for its explanation. */
const maxReasonBytes = 64 * 1024;

const withoutBody: Pick<Head, 'framing'> = { framing: { kind: 'length', length: 0 } };

/**
 * Incremental parser of HTTP/1.1 responses (RFC 9112), one at a time. Bytes may be chunked arbitrarily. On
 * the common path, when a response arrives whole and its head equals the last one, nothing is copied or
 * allocated.
 */
export class ResponseParser {
  /** Keep the body of the next response; the beginning of that of a failing status (400 and above) is always kept. */
  keepBody = false;
  /** The next response has no body, whatever its head announces: it answers HEAD (RFC 9112, 6.3). */
  bodiless = false;
  readonly #onResponse: (response: Response) => void;
  readonly #onFailure: (failure: Failure) => void;
  readonly #limits: ResponseLimits;
  readonly #memory: HeadMemory;
  readonly #keepsHeads: boolean;
  readonly #chunks: ChunkedReader;
  readonly #response = {
    status: 0,
    length: 0,
    body: null as Buffer | null,
    keepAlive: false,
    pool: false,
    coding: null as string | null,
    head: '',
  };
  /** Part of an incomplete head. */
  #partialHead: Buffer | null = null;
  #head: Head | null = null;
  #remaining = 0;
  #length = 0;
  readonly #kept: KeptBody;
  #keeping = false;
  #completed = false;
  #failed = false;

  constructor(
    onResponse: (response: Response) => void,
    onFailure: (failure: Failure) => void,
    limits: ResponseLimits = defaultLimits,
    memory: HeadMemory = new HeadMemory(),
    keepsHeads = false,
    kept = new KeptBody(),
  ) {
    this.#kept = kept;
    this.#onResponse = onResponse;
    this.#onFailure = onFailure;
    this.#limits = limits;
    this.#memory = memory;
    this.#keepsHeads = keepsHeads;
    this.#chunks = new ChunkedReader(limits.headBytes, (bytes, start, end) =>
      this.#takeBody(bytes, start, end),
    );
  }

  /** True between the first byte of a response and its end. */
  get inResponse(): boolean {
    return this.#head !== null || this.#partialHead !== null;
  }

  /** No more bytes follow: releases an incomplete response. */
  abandon(): void {
    this.#kept.clear();
  }

  /** Processes `bytes[start..end)`; the buffer may be reused afterwards. */
  execute(bytes: Buffer, start: number, end: number): void {
    let at = start;
    this.#completed = false;
    while (at < end && !this.#failed) {
      if (this.#completed) {
        // Only one request is in flight, so nothing may follow its answer.
        this.#fail(protocolFailure('HTTP_EXTRA', 'The service sent more than one answer'));
        return;
      }
      const head = this.#head;
      at = head === null ? this.#readHead(bytes, at, end) : this.#readBody(head, bytes, at, end);
    }
  }

  /** The stream ended: completes a body without a length, or reports what is missing. */
  finish(): void {
    if (this.#failed) return;
    if (this.#head?.framing.kind === 'until-close') this.#complete(this.#head);
    else if (this.inResponse) this.#fail(closedByPeer);
  }

  #readHead(bytes: Buffer, start: number, end: number): number {
    if (this.#partialHead !== null) return this.#continueHead(bytes, start, end);
    const known = this.#memory.find(bytes, start, end);
    if (known !== null) {
      this.#beginBody(known);
      return start + this.#memory.length;
    }
    const blank = bytes.indexOf('\r\n\r\n', start, 'latin1');
    if (blank >= 0 && blank + 4 <= end) {
      this.#takeHead(bytes, start, blank + 4);
      return blank + 4;
    }
    return this.#keepPartialHead(Buffer.from(bytes.subarray(start, end)), end);
  }

  #continueHead(bytes: Buffer, start: number, end: number): number {
    const before = this.#partialHead ?? Buffer.alloc(0);
    const whole = Buffer.concat([before, bytes.subarray(start, end)]);
    const blank = whole.indexOf('\r\n\r\n', Math.max(0, before.length - 3), 'latin1');
    if (blank < 0) return this.#keepPartialHead(whole, end);
    this.#partialHead = null;
    this.#takeHead(whole, 0, blank + 4);
    return start + (blank + 4 - before.length);
  }

  #keepPartialHead(head: Buffer, end: number): number {
    this.#partialHead = head;
    if (head.length > this.#limits.headBytes) this.#headTooLong();
    return end;
  }

  #takeHead(bytes: Buffer, start: number, end: number): void {
    if (end - start > this.#limits.headBytes) {
      this.#headTooLong();
      return;
    }
    const parsed = parseHead(bytes, start, end);
    if ('kind' in parsed) {
      this.#fail(parsed);
      return;
    }
    const head = this.#keepsHeads
      ? { ...parsed, text: bytes.toString('latin1', start, end) }
      : parsed;
    if (head.status >= 200) {
      this.#memory.remember(bytes, start, end, head);
      this.#beginBody(head);
    } else if (head.status === 101) {
      this.#fail(
        protocolFailure('HTTP_UPGRADE', 'The service switched protocols without being asked'),
      );
    }
  }

  #beginBody(head: Head): void {
    const { framing } = this.bodiless ? withoutBody : head;
    this.#head = head;
    this.#keeping = this.keepBody || head.status >= 400;
    this.#length = 0;
    this.#remaining = framing.kind === 'length' ? framing.length : Number.POSITIVE_INFINITY;
    if (framing.kind === 'chunked') this.#chunks.reset();
    if (framing.kind === 'length' && framing.length > this.#limits.bodyBytes) this.#bodyTooLong();
    else if (this.#remaining === 0) this.#complete(head);
  }

  #readBody(head: Head, bytes: Buffer, start: number, end: number): number {
    if (head.framing.kind === 'chunked') return this.#readChunks(head, bytes, start, end);
    const stop = Math.min(end, start + this.#remaining);
    this.#takeBody(bytes, start, stop);
    this.#remaining -= stop - start;
    if (this.#remaining === 0 && !this.#failed) this.#complete(head);
    return stop;
  }

  #readChunks(head: Head, bytes: Buffer, start: number, end: number): number {
    const at = this.#chunks.execute(bytes, start, end);
    if (this.#chunks.failure) this.#fail(this.#chunks.failure);
    else if (this.#chunks.done && !this.#failed) this.#complete(head);
    return at;
  }

  #takeBody(bytes: Buffer, start: number, end: number): void {
    const before = this.#length;
    this.#length += end - start;
    if (this.#length > this.#limits.bodyBytes) this.#bodyTooLong();
    else if (this.#keeping) this.#keep(bytes, start, end, before);
  }

  /** @param before octets of the body received before these. */
  #keep(bytes: Buffer, start: number, end: number, before: number): void {
    // The beginning of a refusal's body explains it.
    const stop = this.keepBody ? end : Math.min(end, start + maxReasonBytes - before);
    // A chunk may continue after the octets that failed.
    if (stop <= start || this.#failed) return;
    const failure = this.#kept.add(bytes, start, stop);
    if (failure) this.#fail(failure);
  }

  #complete(head: Head): void {
    const response = this.#response;
    response.status = head.status;
    response.keepAlive = head.keepAlive || (this.bodiless && head.staysWithoutBody === true);
    response.pool = head.pool === true;
    response.coding = this.bodiless ? null : (head.coding ?? null);
    response.head = head.text ?? '';
    response.length = this.#length;
    response.body = this.#keeping ? this.#kept.content : null;
    this.#head = null;
    this.#completed = true;
    if (this.#keeping) this.#kept.clear();
    this.#onResponse(response);
    // It has no reader any more, and a large body would stay in memory.
    response.body = null;
  }

  #headTooLong(): void {
    const limit = this.#limits.headBytes;
    this.#fail(protocolFailure('HTTP_HEAD', `The response head is longer than ${limit} bytes`));
  }

  #bodyTooLong(): void {
    const limit = this.#limits.bodyBytes;
    this.#fail(protocolFailure('HTTP_BODY', `The response body is longer than ${limit} bytes`));
  }

  #fail(failure: Failure): void {
    if (this.#failed) return;
    this.#failed = true;
    this.abandon();
    this.#onFailure(failure);
  }
}
