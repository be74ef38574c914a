import type { Range } from './stretch.ts';

/** Some bytes of a body. Without a label, escape overhead within the previous slice. */
export interface Slice {
  readonly from: number;
  readonly to: number;
  /** `values` are those of fields; other bytes of the message's encoding are payload too. */
  readonly layer: 'values' | 'payload' | 'envelope';
  readonly label: string | null;
  /** A displayable value, if its bytes are not text. */
  readonly value?: string;
}

/** Escape overhead: an escape of `length` bytes for a character of `meant` bytes in UTF-8. */
export function escaping(at: number, length: number, meant: number): Slice[] {
  const added = Math.max(0, length - meant);
  return added === 0 ? [] : [{ from: at, to: at + added, layer: 'payload', label: null }];
}

/** Bytes of a character in UTF-8; a surrogate counts two, so that a pair counts four. */
export function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Converts the bytes around a message to envelope. @param label of its bytes that are not values. */
export function enveloped(slices: readonly Slice[], message: Range, label: string): Slice[] {
  const pieces = (slice: Slice): Slice[] => {
    const { from, to } = slice;
    const named = slice.label !== null && slice.layer !== 'values' ? label : slice.label;
    const around = { ...slice, layer: 'envelope', label: named } as const;
    const within = (at: number) => Math.min(to, Math.max(from, at));
    const [start, end] = [within(message.from), within(message.to)];
    return [
      { ...around, to: start },
      { ...slice, from: start, to: end },
      { ...around, from: end },
    ];
  };
  return slices.flatMap(pieces).filter(({ from, to }) => to > from);
}
