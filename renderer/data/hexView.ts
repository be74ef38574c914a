import type { WireMessage, WirePart } from '../../contracts/wire.ts';

/** Neighbouring bytes of a line that belong to one part. */
interface HexRun {
  /** Index of its part among those of the message; null if unknown. */
  readonly part: number | null;
  /** From the start of the line, 0 to 15. */
  readonly column: number;
  readonly hex: string;
  readonly text: string;
}

export interface HexRow {
  /** Of its first byte, from the start of the message. */
  readonly offset: number;
  readonly runs: readonly HexRun[];
}

export interface HexView {
  readonly rows: readonly HexRow[];
  /** Bytes that were not stored, before the rows of {@link tail}. */
  readonly skipped: number;
  readonly tail: readonly HexRow[];
}

const rowBytes = 16;

/** The bytes of a message in lines of sixteen, divided by its parts. */
export function hexView({ head, tail, bytes, parts }: WireMessage): HexView {
  const first = fromBase64(head);
  const last = fromBase64(tail);
  return {
    rows: rowsOf(first, 0, parts),
    skipped: Math.max(0, bytes - first.length - last.length),
    tail: rowsOf(last, bytes - last.length, parts),
  };
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function rowsOf(bytes: Uint8Array, start: number, parts: readonly WirePart[]): HexRow[] {
  const rows: HexRow[] = [];
  let part = 0;
  for (let at = 0; at < bytes.length; at += rowBytes) {
    const runs: HexRun[] = [];
    const end = Math.min(bytes.length, at + rowBytes);
    for (let from = at; from < end; ) {
      while (part < parts.length && endOf(parts[part]) <= start + from) part++;
      const to = Math.min(end, Math.max(from + 1, endOf(parts[part]) - start));
      runs.push(runOf(bytes.subarray(from, to), from - at, parts[part] ? part : null));
      from = to;
    }
    rows.push({ offset: start + at, runs });
  }
  return rows;
}

function endOf(part: WirePart | undefined): number {
  return part ? part.offset + part.bytes : Number.POSITIVE_INFINITY;
}

function runOf(bytes: Uint8Array, column: number, part: number | null): HexRun {
  const octets = Array.from(bytes);
  return {
    part,
    column,
    hex: octets.map((octet) => octet.toString(16).padStart(2, '0')).join(' '),
    text: octets
      .map((octet) =>
        octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : octet === 0x20 ? '\u00a0' : '·',
      )
      .join(''),
  };
}
