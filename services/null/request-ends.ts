const headEnd = Buffer.from('\r\n\r\n');
const longestHead = 64 * 1024;
/** If heads keep changing, only one in this many is remembered. */
const missesToLearn = 64;
const noBytes = Buffer.alloc(0);

/** The last parsed head, for all connections: generators repeat the same one. */
export class KnownHead {
  bytes: Buffer = noBytes;
  bodyLength = 0;
  /** Other heads since it was last seen: if every one differs, none is worth remembering. */
  misses = 0;
  readonly learns: boolean;

  /** @param learns whether heads are remembered. */
  constructor(learns = true) {
    this.learns = learns;
  }
}

/**
 * Finds the ends of the requests on one HTTP/1.1 connection, by their Content-Length only. Accepts chunks of
 * any size, with several requests.
 */
export class RequestEnds {
  readonly #known: KnownHead;
  /** The beginning of an incomplete head. */
  #started: Buffer = noBytes;
  #bodyLeft = 0;

  constructor(known: KnownHead) {
    this.#known = known;
  }

  /** @returns the number of requests that end in `chunk`; -1 for a request without a recognisable end. */
  count(chunk: Buffer): number {
    const bytes = this.#started.length > 0 ? Buffer.concat([this.#started, chunk]) : chunk;
    this.#started = noBytes;
    let ends = 0;
    let at = 0;
    while (at < bytes.length) {
      if (this.#bodyLeft === 0) {
        const body = this.#readHead(bytes, at);
        if (body < 0) return body === incomplete ? ends : -1;
        at = body;
      }
      const taken = Math.min(this.#bodyLeft, bytes.length - at);
      at += taken;
      this.#bodyLeft -= taken;
      if (this.#bodyLeft === 0) ends++;
    }
    return ends;
  }

  /** Sets the length of the body. @returns its start, or {@link incomplete} or {@link wrong}. */
  #readHead(bytes: Buffer, at: number): number {
    const known = this.#known;
    const length = known.bytes.length;
    const fits = length > 0 && at + length <= bytes.length;
    if (fits && bytes.compare(known.bytes, 0, length, at, at + length) === 0) {
      known.misses = 0;
      this.#bodyLeft = known.bodyLength;
      return at + length;
    }
    const end = bytes.indexOf(headEnd, at);
    if (end < 0) {
      this.#started = Buffer.from(bytes.subarray(at));
      return this.#started.length > longestHead ? wrong : incomplete;
    }
    const body = end + headEnd.length;
    const bodyLength = bodyLengthOf(bytes, at, body);
    if (bodyLength === undefined) return wrong;
    if (known.learns && known.misses++ % missesToLearn === 0) {
      known.bytes = Buffer.from(bytes.subarray(at, body));
      known.bodyLength = bodyLength;
    }
    this.#bodyLeft = bodyLength;
    return body;
  }
}

const incomplete = -1;
const wrong = -2;

const newLine = 10;
const space = 32;
const nameOf = (text: string) => Buffer.from(text, 'latin1');
const contentLength = nameOf('content-length:');
const transferEncoding = nameOf('transfer-encoding:');
const version = nameOf(' HTTP/1.1\r');
const maxDigits = 12;

/**
 * Undefined for an invalid request, and for bodies without an announced length. Reads octets directly,
 * because it runs for each request if they differ, and a more expensive service would leave the generator
 * idle.
 */
export function bodyLengthOf(bytes: Buffer, at: number, end: number): number | undefined {
  let line = bytes.indexOf(newLine, at) + 1;
  if (!isRequestLine(bytes, at, line - 1)) return undefined;
  let length: number | null = null;
  for (; line < end; line = bytes.indexOf(newLine, line) + 1) {
    if (bytes[line - 2] !== 13) continue;
    if (begins(bytes, line, transferEncoding)) return undefined;
    if (begins(bytes, line, contentLength)) {
      length ??= digitsIn(bytes, line + contentLength.length);
    }
  }
  return length ?? 0;
}

/** A method, a target without spaces, and the version. */
function isRequestLine(bytes: Buffer, at: number, end: number): boolean {
  const target = end - version.length;
  if (target < at + 3 || bytes.compare(version, 0, version.length, target, end) !== 0) return false;
  let place = at;
  for (; (bytes[place] ?? 0) >= 65 && (bytes[place] ?? 0) <= 90; place++);
  if (place === at || bytes[place++] !== space || place >= target) return false;
  for (; place < target; place++) if (isWhite(bytes[place] ?? 0)) return false;
  return true;
}

const isWhite = (octet: number) => octet === space || (octet >= 9 && octet <= 13) || octet === 160;

/** Whether a name is at this position, case-insensitively. */
function begins(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let i = 0; i < name.length; i++) {
    const octet = bytes[at + i] ?? 0;
    const letter = octet >= 65 && octet <= 90 ? octet + 32 : octet;
    if (letter !== name[i]) return false;
  }
  return true;
}

/** The numeric value of a header; null if it is not a number. */
function digitsIn(bytes: Buffer, at: number): number | null {
  let place = at;
  while (bytes[place] === space || bytes[place] === 9) place++;
  const first = place;
  let value = 0;
  for (; (bytes[place] ?? 0) >= 48 && (bytes[place] ?? 0) <= 57; place++) {
    value = value * 10 + (bytes[place] ?? 0) - 48;
  }
  if (place === first || place - first > maxDigits) return null;
  while (bytes[place] === space || bytes[place] === 9) place++;
  return bytes[place] === 13 && bytes[place + 1] === newLine ? value : null;
}
