import { WirebenchError } from '../../../contracts/errors.ts';
import { invalid } from './check.ts';

/** Plan for reading the value at a path of a document; values without a plan are read whole. */
export interface Plan {
  /** A record that is read key by key. */
  readonly record?: Readonly<Record<string, Plan>>;
  /** A list that is read item by item. */
  readonly list?: Plan;
  /** Maximum number of items. */
  readonly most?: number;
  /** A text delivered in pieces, however long it is; the keys of its record before it are in `known`. */
  readonly text?: (piece: string, known: Readonly<Record<string, unknown>>) => void;
  /**
   * Receives the complete value. The return value replaces it, except in a list, which is left empty
   * unless it has `keeps`.
   * @param at path, such as `run.trials[0]`.
   */
  readonly read?: (value: unknown, at: () => string) => unknown;
  /** Whether a list keeps its items. */
  readonly keeps?: boolean;
}

/** Maximum bytes in memory together: a value that is read whole, or a record with all its values. */
const maxBytes = 8_000_000;
const maxHeldBytes = 24_000_000;
/** Maximum values within a value that is read whole. A histogram has up to 47,000. */
const maxValues = 100_000;
const maxRecords = 50_000;
/** Bytes of an entry besides its value. */
const entryBytes = 256;
const deepest = 64;
const pieceBytes = 1_000_000;

interface Frame {
  readonly plan: Plan;
  readonly isList: boolean;
  readonly entries: Map<string, unknown>;
  readonly items: unknown[];
  count: number;
  keptBytes: number;
  key: string;
  expects: 'first' | 'key' | 'colon' | 'value' | 'separator';
}

/** A value being read whole or in pieces, until its last byte. */
interface Pending {
  readonly purpose: 'key' | 'value' | 'text';
  readonly plan: Plan;
  readonly chunks: Uint8Array[];
  readonly isScalar: boolean;
  bytes: number;
  depth: number;
  inText: boolean;
  /** Bytes that still belong to an escape. */
  escape: number;
  afterCode: boolean;
  values: number;
  records: number;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openRecord, closeRecord, letterU] = [0x5b, 0x5d, 0x7b, 0x7d, 0x75];
const afterBackslash = 5;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Reads a JSON document of any size in little memory: planned values piece by piece, everything else whole but
 * limited in bytes, values and depth.
 * @throws WirebenchError RUN_FILE_UNREADABLE, RUN_FILE_INVALID, RUN_FILE_TOO_LARGE
 */
export class JsonStream {
  readonly #root: Frame;
  readonly #frames: Frame[] = [];
  readonly #written: (text: string) => void;
  #pending: Pending | null = null;

  /** @param written receives the values of the document's own keys as `JSON.stringify` writes them, where they have a plan. */
  constructor(plan: Plan, written: (text: string) => void) {
    this.#root = { ...frameOf({ list: plan, keeps: true }, true), expects: 'value' };
    this.#frames.push(this.#root);
    this.#written = written;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      at = this.#pending ? this.#goOn(this.#pending, chunk, at) : this.#step(chunk, at);
    }
  }

  /** The document, without the values read piece by piece. */
  end(): unknown {
    if (this.#pending?.isScalar) this.#complete(this.#pending);
    if (this.#pending || this.#frames.length > 1 || this.#root.count !== 1) throw noJson();
    return this.#root.items[0];
  }

  get #top(): Frame {
    return this.#frames.at(-1) ?? this.#root;
  }

  /** Path of the current value. */
  readonly #at = (): string =>
    this.#frames
      .slice(1)
      .reduce(
        (path, { isList, count, key }) =>
          isList ? `${path}[${count}]` : `${path}${path && '.'}${key}`,
        '',
      );

  /** Reads a character between values. @returns the next position. */
  #step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (isSpace(byte)) return at + 1;
    const top = this.#top;
    if (byte === (top.isList ? closeList : closeRecord) && this.#frames.length > 1) {
      if (top.expects !== 'separator' && top.expects !== 'first') throw noJson();
      this.#leave();
    } else if (top.expects === 'separator' && byte === comma && top !== this.#root) {
      top.expects = top.isList ? 'value' : 'key';
    } else if (top.expects === 'colon' && byte === colon) {
      top.expects = 'value';
    } else if (top.expects === 'value' || (top.expects === 'first' && top.isList)) {
      return this.#enter(byte, at);
    } else if ((top.expects === 'key' || top.expects === 'first') && byte === quote) {
      this.#pending = pendingOf('key', {}, byte);
      return at;
    } else throw noJson();
    return at + 1;
  }

  #enter(byte: number, at: number): number {
    const top = this.#top;
    const { most = 1 } = top.plan;
    if (top.isList && top.count >= most) {
      throw top === this.#root
        ? noJson()
        : tooLarge(`contains more than ${most} ${lastKey(this.#at())}`);
    }
    const plan = (top.isList ? top.plan.list : ownOf(top.plan.record ?? {}, top.key)) ?? {};
    if ((plan.record && byte === openRecord) || (plan.list && byte === openList)) {
      this.#separate();
      this.#frames.push(frameOf(plan, byte === openList));
      this.#write(String.fromCharCode(byte));
      return at + 1;
    }
    if (plan.text && byte === quote) {
      this.#separate();
      this.#write('"');
      this.#pending = pendingOf('text', plan, byte);
      return at + 1;
    }
    this.#pending = pendingOf('value', plan, byte);
    return at;
  }

  #leave(): void {
    const { plan, isList, entries, items } = this.#top;
    this.#write(isList ? ']' : '}');
    this.#frames.pop();
    this.#deliver(plan, isList ? items : Object.fromEntries(entries), 0);
  }

  /** Delivers a value. @param bytes its length. */
  #deliver(plan: Plan, value: unknown, bytes: number): void {
    const top = this.#top;
    const read = plan.read ? plan.read(value, this.#at) : value;
    if (!top.isList || top.plan.keeps) {
      top.keptBytes += bytes + entryBytes;
      if (top.keptBytes > maxHeldBytes) throw tooLarge(`has too much in ${this.#at()}`);
      if (top.isList) top.items.push(read);
      else top.entries.set(top.key, read);
    }
    top.count += 1;
    top.expects = 'separator';
  }

  /** Continues the pending value. @returns the next position. */
  #goOn(pending: Pending, chunk: Uint8Array, from: number): number {
    const end =
      pending.purpose === 'text' ? pieceEnd(pending, chunk, from) : valueEnd(pending, chunk, from);
    const to = end < 0 ? chunk.length : end;
    pending.chunks.push(chunk.subarray(from, to));
    pending.bytes += to - from;
    if (pending.values > maxValues || pending.records > maxRecords) {
      throw tooLarge(`contains too many values in ${this.#at()}`);
    }
    if (pending.bytes > maxBytes) throw tooLarge(`has too much in ${this.#at()}`);
    if (pending.depth > deepest) throw invalid(this.#at(), 'it is nested too deeply');
    if (end < 0) return to;
    if (pending.purpose !== 'text') this.#complete(pending);
    else if (chunk[to] === quote) {
      this.#piece(pending);
      this.#pending = null;
      this.#write('"');
      this.#deliver(pending.plan, '', 0);
      return to + 1;
    } else {
      this.#piece(pending);
      this.#pending = pendingOf('text', pending.plan, quote);
    }
    return to;
  }

  /** Delivers a piece of a long text. */
  #piece({ chunks, plan }: Pending): void {
    const text = `"${decoded(chunks)}"`;
    const piece = parsed(text);
    if (typeof piece !== 'string') throw noJson();
    this.#write(JSON.stringify(piece).slice(1, -1));
    plan.text?.(piece, Object.fromEntries(this.#top.entries));
  }

  #complete({ purpose, plan, chunks, bytes }: Pending): void {
    const value = parsed(decoded(chunks));
    this.#pending = null;
    const top = this.#top;
    if (purpose === 'key') {
      top.key = String(value);
      top.expects = 'colon';
      if (top.entries.has(top.key)) throw invalid(this.#at(), 'it occurs twice');
      return;
    }
    this.#separate();
    this.#write(JSON.stringify(value));
    this.#deliver(plan, value, bytes);
  }

  /** Separator before a value. */
  #separate(): void {
    const { isList, count, key } = this.#top;
    this.#write(`${count > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(key)}:`}`);
  }

  /** The document's own braces and keys are not passed on. */
  #write(text: string): void {
    if (this.#frames.length > 2) this.#written(text);
  }
}

/** End of the value, exclusive; negative when it continues. */
function valueEnd(pending: Pending, chunk: Uint8Array, from: number): number {
  let { depth, inText } = pending;
  let escaped = pending.escape > 0;
  let end = -1;
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (inText) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) {
        inText = false;
        if (depth === 0) {
          end = at + 1;
          break;
        }
      }
    } else if (byte === comma || byte === closeList || byte === closeRecord) {
      if (depth === 0) {
        end = at;
        break;
      }
      if (byte === comma) pending.values += 1;
      else if (--depth === 0) {
        end = at + 1;
        break;
      }
    } else if (byte === quote) inText = true;
    else if (byte === openList || byte === openRecord) {
      pending.records += 1;
      depth += 1;
      if (depth > deepest) break;
    } else if (depth === 0 && isSpace(byte)) {
      end = at;
      break;
    }
  }
  Object.assign(pending, { depth, inText, escape: escaped ? 1 : 0 });
  return end;
}

/** End of a text, or a position to cut it without splitting a character; negative when it continues. */
function pieceEnd(pending: Pending, chunk: Uint8Array, from: number): number {
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (pending.escape > 0) {
      // An escape has four digits after its `u`.
      if (pending.escape < afterBackslash) pending.escape -= 1;
      else {
        pending.afterCode = byte === letterU;
        pending.escape = pending.afterCode ? 4 : 0;
      }
      continue;
    }
    if (byte === quote) return at;
    const isLong = pending.bytes + at - from >= pieceBytes;
    // Two escapes may form one character, as may several bytes.
    const starts = byte === backslash ? !pending.afterCode : byte < 0x80 || byte >= 0xc0;
    if (isLong && starts) return at;
    if (byte === backslash) pending.escape = afterBackslash;
    else pending.afterCode = false;
  }
  return -1;
}

function frameOf(plan: Plan, isList: boolean): Frame {
  const empty = { entries: new Map(), items: [], count: 0, keptBytes: 0, key: '' };
  return { plan, isList, ...empty, expects: 'first' };
}

function pendingOf(purpose: Pending['purpose'], plan: Plan, first: number): Pending {
  const isScalar = ![quote, openList, openRecord].includes(first);
  const start = { bytes: 0, depth: 0, inText: false, escape: 0, afterCode: false };
  return { purpose, plan, chunks: [], isScalar, ...start, values: 0, records: 0 };
}

function ownOf(plans: Readonly<Record<string, Plan>>, key: string): Plan | undefined {
  return Object.hasOwn(plans, key) ? plans[key] : undefined;
}

function decoded(chunks: readonly Uint8Array[]): string {
  try {
    return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  } catch (cause) {
    throw noJson(cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw noJson(cause);
  }
}

const lastKey = (at: string) => at.replace(/\[\d+\]$/, '').replace(/^.*\./, '');

function noJson(cause?: unknown): WirebenchError {
  return new WirebenchError('RUN_FILE_UNREADABLE', 'The file does not contain JSON', { cause });
}

/** @param what as in "is larger than 3 MB". */
export function tooLarge(what: string): WirebenchError {
  return new WirebenchError('RUN_FILE_TOO_LARGE', `The file ${what}`);
}
