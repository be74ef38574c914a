import { createHash } from 'node:crypto';
import { WirebenchError } from '../../contracts/errors.ts';
import { type Clock, realClock } from '../platform/clock.ts';

/** Octets of a piece: well below the limit of a message. */
export const pieceBytes = 512 * 1024;
/** Limit of one message: a report with the histograms of many parts. */
export const maxMessageBytes = 6 * 1024 * 1024;
/** Limit of data files, which are kept in memory unchanged. */
const maxObjectBytes = 512 * 1024 * 1024;

export const objectName = (content: Uint8Array) =>
  createHash('sha256').update(content).digest('hex');

/** Objects that a controller offers its agents, by the name of their content. */
export class ObjectShelf {
  readonly #objects = new Map<string, Uint8Array>();
  /** Large, long-lived objects. */
  readonly #kept = new Map<string, Uint8Array>();
  readonly #clock: Clock;
  /** Time of the last request for a piece, on the clock. */
  askedAt = 0;

  constructor(clock: Clock = realClock) {
    this.#clock = clock;
  }

  /** Until the next {@link clear}. */
  put(content: Uint8Array): string {
    const name = objectName(content);
    this.#objects.set(name, content);
    return name;
  }

  /** Until {@link empty}. @param name of the content. @param content may be in memory that is shared. */
  keep(name: string, content: Uint8Array): void {
    this.#kept.set(name, content);
  }

  /** @returns null when there is no such object; an empty piece beyond its end. */
  piece(name: string, from: number): Uint8Array | null {
    this.askedAt = this.#clock.now();
    // A copy: sockets do not accept shared memory.
    return (
      (this.#objects.get(name) ?? this.#kept.get(name))?.slice(from, from + pieceBytes) ?? null
    );
  }

  clear(): void {
    this.#objects.clear();
  }

  empty(): void {
    this.#objects.clear();
    this.#kept.clear();
  }
}

/**
 * Fetches an object piece by piece and verifies its content.
 * @param get returns the piece that begins at an octet; empty beyond the end.
 * @throws WirebenchError WORKER_FAILED
 */
export async function fetchObject(
  name: string,
  get: (from: number) => Promise<Uint8Array>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const piece = await get(bytes);
    if (piece.length === 0) break;
    bytes += piece.length;
    if (bytes > maxObjectBytes)
      throw new WirebenchError(
        'WORKER_FAILED',
        'The controller sends more than this machine takes for one trial',
      );
    pieces.push(piece);
    if (piece.length < pieceBytes) break;
  }
  const content = Buffer.concat(pieces);
  if (objectName(content) !== name) {
    throw new WirebenchError(
      'WORKER_FAILED',
      'What the controller sent is not what it had named: a piece is missing or changed',
    );
  }
  return content;
}

const octetsKey = '$octets';

/** JSON whose octets are base64 texts. */
export function encodeMessage(value: unknown): Buffer {
  return Buffer.from(
    JSON.stringify(value, (_, one: unknown) =>
      one instanceof Uint8Array ? { [octetsKey]: Buffer.from(one).toString('base64') } : one,
    ),
  );
}

/** A batch of reports (`reportBatchSchema`), each encoded separately. @param first number of the first. */
export function encodeBatch(first: number, reports: readonly Buffer[]): Buffer {
  const parts = reports.flatMap((report, place) =>
    place === 0 ? [report] : [Buffer.from(','), report],
  );
  return Buffer.concat([Buffer.from(`{"first":${first},"reports":[`), ...parts, Buffer.from(']}')]);
}

/** @throws SyntaxError */
export function decodeMessage(content: Uint8Array): unknown {
  return JSON.parse(Buffer.from(content).toString('utf8'), (_, one: unknown) => {
    if (typeof one !== 'object' || one === null || !(octetsKey in one)) return one;
    return typeof one[octetsKey] === 'string'
      ? new Uint8Array(Buffer.from(one[octetsKey], 'base64'))
      : one;
  });
}

/** @returns undefined for an invalid message. */
export function parseMessage(content: Uint8Array): unknown {
  try {
    return decodeMessage(content);
  } catch {
    return undefined;
  }
}
