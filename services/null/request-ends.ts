const headEnd = Buffer.from('\r\n\r\n');
const longestHead = 64 * 1024;
const noBytes = Buffer.alloc(0);

/** The last head that was read, for all connections: generators send the same one again and again. */
export class KnownHead {
  bytes: Buffer = noBytes;
  bodyLength = 0;
}

/**
 * Finds where the requests of one HTTP/1.1 connection end, by their Content-Length alone. It takes
 * them in pieces of any size, several at a time.
 */
export class RequestEnds {
  readonly #known: KnownHead;
  /** The beginning of a head whose end has not come yet. */
  #started: Buffer = noBytes;
  #bodyLeft = 0;

  constructor(known: KnownHead) {
    this.#known = known;
  }

  /** @returns how many requests end in `chunk`; -1 when it is no request whose end can be told. */
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

  /** Sets the length of the body. @returns where it begins, or {@link incomplete} or {@link wrong}. */
  #readHead(bytes: Buffer, at: number): number {
    const known = this.#known;
    const length = known.bytes.length;
    const fits = length > 0 && at + length <= bytes.length;
    if (fits && bytes.compare(known.bytes, 0, length, at, at + length) === 0) {
      this.#bodyLeft = known.bodyLength;
      return at + length;
    }
    const end = bytes.indexOf(headEnd, at);
    if (end < 0) {
      this.#started = Buffer.from(bytes.subarray(at));
      return this.#started.length > longestHead ? wrong : incomplete;
    }
    const body = end + headEnd.length;
    const bodyLength = bodyLengthOf(bytes.toString('latin1', at, body));
    if (bodyLength === undefined) return wrong;
    known.bytes = Buffer.from(bytes.subarray(at, body));
    known.bodyLength = bodyLength;
    this.#bodyLeft = bodyLength;
    return body;
  }
}

const incomplete = -1;
const wrong = -2;

/** Undefined for what is no request, and for bodies whose length is not announced. */
function bodyLengthOf(head: string): number | undefined {
  if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(head) || /\r\ntransfer-encoding:/i.test(head)) return;
  const length = /\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n/i.exec(head)?.[1];
  return Number(length ?? 0);
}
