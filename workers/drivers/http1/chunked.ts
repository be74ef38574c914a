import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { isTextOctet, isTokenOctet } from './octets.ts';

const CR = 13;
const LF = 10;
const COLON = 58;
const SEMICOLON = 59;
const isBlank = (octet: number) => octet === 32 || octet === 9;

type State =
  | 'size'
  | 'blank'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'trailer'
  | 'trailer-name'
  | 'trailer-value'
  | 'trailer-lf'
  | 'last-lf';

function hexDigit(octet: number): number {
  if (octet >= 48 && octet <= 57) return octet - 48;
  const lower = octet | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Decoder of the chunked transfer coding (RFC 9112, 7.1). Chunk extensions and trailers are checked and skipped. */
export class ChunkedReader {
  done = false;
  failure: Failure | null = null;
  #state: State = 'size';
  #size = 0;
  #digits = 0;
  /** Non-data octets since the last chunk. */
  #overhead = 0;
  readonly #maxOverhead: number;
  readonly #onData: (bytes: Buffer, start: number, end: number) => void;

  /**
   * @param maxOverhead maximum octets between the data of two chunks, and after the last.
   * @param onData receives `bytes[start..end)`, valid during the call only.
   */
  constructor(maxOverhead: number, onData: (bytes: Buffer, start: number, end: number) => void) {
    this.#maxOverhead = maxOverhead;
    this.#onData = onData;
  }

  /** Resets for the next body. */
  reset(): void {
    this.done = false;
    this.failure = null;
    this.#state = 'size';
    this.#size = 0;
    this.#digits = 0;
    this.#overhead = 0;
  }

  /** Consumes bytes until the body ends or fails. @returns the index after the last consumed byte. */
  execute(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && !this.done && !this.failure) {
      if (this.#state === 'data') {
        const stop = Math.min(end, at + this.#size);
        this.#onData(bytes, at, stop);
        this.#size -= stop - at;
        at = stop;
        if (this.#size === 0) this.#state = 'data-cr';
      } else {
        this.#step(bytes[at] ?? 0);
        at++;
      }
    }
    return at;
  }

  #step(octet: number): void {
    if (++this.#overhead > this.#maxOverhead) {
      this.#fail('chunk sizes, extensions or trailers are too long');
      return;
    }
    switch (this.#state) {
      case 'size':
        this.#readSize(octet);
        break;
      case 'blank':
        if (octet === SEMICOLON) this.#state = 'extension';
        else if (!isBlank(octet)) this.#fail('a chunk size is not hexadecimal');
        break;
      case 'extension':
        this.#readText(octet, 'size-lf', 'a chunk extension');
        break;
      case 'size-lf':
        this.#expect(octet, LF, this.#size === 0 ? 'trailer' : 'data');
        if (this.#size > 0) this.#overhead = 0;
        break;
      case 'data-cr':
        this.#expect(octet, CR, 'data-lf');
        break;
      case 'data-lf':
        this.#expect(octet, LF, 'size');
        this.#digits = 0;
        break;
      case 'trailer':
        if (octet === CR) this.#state = 'last-lf';
        else if (isTokenOctet[octet] === 1) this.#state = 'trailer-name';
        else this.#fail('a trailer line has no valid name');
        break;
      case 'trailer-name':
        if (octet === COLON) this.#state = 'trailer-value';
        else if (isTokenOctet[octet] !== 1) this.#fail('a trailer line has no valid name');
        break;
      case 'trailer-value':
        this.#readText(octet, 'trailer-lf', 'a trailer');
        break;
      case 'trailer-lf':
        this.#expect(octet, LF, 'trailer');
        break;
      case 'last-lf':
        this.#expect(octet, LF, 'trailer');
        this.done = !this.failure;
        break;
    }
  }

  #readSize(octet: number): void {
    const digit = hexDigit(octet);
    if (digit >= 0) {
      this.#size = this.#digits === 0 ? digit : this.#size * 16 + digit;
      if (++this.#digits > 12) this.#fail('a chunk size has more than 12 digits');
      return;
    }
    if (this.#digits === 0) this.#fail('a chunk has no size');
    else if (octet === CR) this.#state = 'size-lf';
    else if (octet === SEMICOLON) this.#state = 'extension';
    else if (isBlank(octet)) this.#state = 'blank';
    else this.#fail('a chunk size is not hexadecimal');
  }

  /** Skips text up to the end of its line. */
  #readText(octet: number, atEnd: State, what: string): void {
    if (octet === CR) this.#state = atEnd;
    else if (!isTextOctet(octet)) this.#fail(`${what} has a control character`);
  }

  #expect(octet: number, wanted: number, next: State): void {
    if (octet === wanted) this.#state = next;
    else this.#fail('a line does not end in CRLF');
  }

  #fail(message: string): void {
    this.failure = protocolFailure('HTTP_CHUNK', `Malformed chunked body: ${message}`);
  }
}
