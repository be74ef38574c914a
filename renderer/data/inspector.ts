import { fromBase64 } from '../../contracts/base64.ts';
import { messageOf } from '../../contracts/errors.ts';
import type { ByteSpan, EncodedView, Inspection } from '../../contracts/inspection.ts';
import type { MessageType } from '../../workloads/description.ts';
import { inspectMessage } from '../../workloads/inspect/inspect.ts';
import { readProtobuf } from '../../workloads/inspect/read-protobuf.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';

/** A span with its display. */
export interface ShownSpan extends ByteSpan {
  readonly hex: string;
  readonly text: string;
}

/** The spans of a displayed encoding, with their bytes. */
export function shownSpans({ bytes, head, tail, spans }: EncodedView): ShownSpan[] {
  const first = fromBase64(head);
  const last = fromBase64(tail);
  const tailAt = bytes - last.length;
  const decoder = new TextDecoder();
  return spans.map((span) => {
    if (span.role === 'skipped') return { ...span, hex: '…', text: '…' };
    const inTail = last.length > 0 && span.from >= tailAt;
    const from = inTail ? span.from - tailAt : span.from;
    const octets = (inTail ? last : first).subarray(from, from + span.to - span.from);
    return { ...span, hex: hexOf(octets), text: decoder.decode(octets) };
  });
}

function hexOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(' ');
}

/** Whether a span belongs to a field, or to one within it. */
export function isOfPath(span: Pick<ByteSpan, 'path'>, path: string | null): boolean {
  if (path === null || path === '') return false;
  return span.path === path || span.path.startsWith(`${path}.`) || span.path.startsWith(`${path}[`);
}

/** Result of reading a pasted text. */
export type Pasted =
  | {
      readonly inspection: Inspection;
      readonly form: 'JSON' | 'hex' | 'base64';
      readonly unknown: readonly string[];
    }
  | { readonly problem: string };

/** Limit for pasted text; longer text would slow down the window. */
const maxPasted = 64 * 1024;

/** Reads JSON, or Protobuf in hex or base64, as a message of a type. */
export function readPasted(type: MessageType, text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.length > maxPasted) {
    return { problem: `Expected at most ${maxPasted} characters, got ${trimmed.length}.` };
  }
  try {
    return trimmed.startsWith('{') ? fromJson(type, trimmed) : fromOctets(type, trimmed);
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

function fromJson(type: MessageType, text: string): Pasted {
  const message = canonicalMessage(type, JSON.parse(text));
  return { inspection: inspectMessage(type, message), form: 'JSON', unknown: [] };
}

function fromOctets(type: MessageType, text: string): Pasted {
  const found = octetsOf(text);
  if (!found) {
    return { problem: 'Expected JSON starting with {, or Protobuf in hex or base64.' };
  }
  const { message, unknown } = readProtobuf(type, found.octets);
  return { inspection: inspectMessage(type, message), form: found.form, unknown };
}

function octetsOf(text: string): { octets: Uint8Array; form: 'hex' | 'base64' } | null {
  const packed = text.replace(/[\s:,]|0x/gi, '');
  if (/^(?:[0-9a-f]{2})*$/i.test(packed)) {
    const pairs = packed.match(/../g) ?? [];
    return { octets: Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)), form: 'hex' };
  }
  try {
    return { octets: fromBase64(packed), form: 'base64' };
  } catch {
    // Neither of the two.
    return null;
  }
}
