import { enveloped, escaping, type Slice, utf8Length } from './slice.ts';

const lessThan = 0x3c;
const ampersand = 0x26;
const sectionStart = Buffer.from('<![CDATA[');
const sectionEnd = Buffer.from(']]>');
const commentStart = Buffer.from('<!--');
const commentEnd = Buffer.from('-->');
/** Longest character reference, such as `&#x10FFFF;`. */
const longestReference = 12;
const named = new Map([
  ['amp', 0x26],
  ['lt', 0x3c],
  ['gt', 0x3e],
  ['quot', 0x22],
  ['apos', 0x27],
]);

/** Envelope, Body, and the element of the operation, whose content is the message. */
const messageDepth = 3;

/**
 * A message in XML is payload: texts of elements, tags, attributes, white space between tags and escapes.
 * Bytes around it, including the element of the operation, are envelope. Accepts any bytes.
 * @param isBare whether nothing is around it.
 */
export function soapSlices(bytes: Buffer, isBare = false): Slice[] {
  const slices: Slice[] = [];
  const message = { from: bytes.length, to: bytes.length };
  let [outside, at, element, depth] = [0, 0, '', 0];
  const endStructure = (to: number) => {
    const label = 'XML: tags, attributes';
    if (to > outside) slices.push({ from: outside, to, layer: 'payload', label });
  };
  while (at < bytes.length) {
    const to = bytes[at] === lessThan ? endOfMarkup(bytes, at) : endOfText(bytes, at);
    const content = contentOf(bytes, at, to);
    if (content) {
      endStructure(content.from);
      const label = element === '' ? 'text' : `text of ${element}`;
      slices.push({ ...content, layer: 'values', label });
      if (bytes[at] !== lessThan) slices.push(...references(bytes, at, to));
      outside = content.to;
    } else {
      element =
        /^<(?:[\w.-]+:)?([\w.-]+)/.exec(bytes.toString('latin1', at, at + 80))?.[1] ?? element;
      const step = stepOf(bytes, at, to);
      if (step < 0 && depth === messageDepth) message.to = at;
      depth += step;
      if (step > 0 && depth === messageDepth) message.from = Math.min(message.from, to);
      // The envelope's body: a header is not part of the message.
      if (step > 0 && depth === messageDepth - 1) message.from = message.to = bytes.length;
    }
    at = to;
  }
  endStructure(bytes.length);
  if (isBare) return slices;
  return enveloped(slices, message, 'SOAP: declaration, envelope, element of the operation');
}

/** Change of depth by a piece of a document: 1 for a start tag, −1 for an end tag. */
function stepOf(bytes: Buffer, at: number, to: number): -1 | 0 | 1 {
  const next = bytes[at + 1] ?? 0;
  if (bytes[at] !== lessThan || next === 0x21 || next === 0x3f) return 0;
  if (next === 0x2f) return -1;
  return bytes[to - 2] === 0x2f ? 0 : 1;
}

/** The text of a piece of a document, if it is not blank. */
function contentOf(bytes: Buffer, at: number, to: number): { from: number; to: number } | null {
  if (bytes[at] !== lessThan) {
    for (let i = at; i < to; i++) if ((bytes[i] ?? 0) > 0x20) return { from: at, to };
    return null;
  }
  if (!startsWith(bytes, at, sectionStart)) return null;
  const from = Math.min(to, at + sectionStart.length);
  const end = bytes.subarray(from, to).lastIndexOf(sectionEnd);
  const until = end < 0 ? to : from + end;
  return until > from ? { from, to: until } : null;
}

function endOfText(bytes: Buffer, at: number): number {
  const next = bytes.indexOf(lessThan, at);
  return next < 0 ? bytes.length : next;
}

/** Position after the tag, comment or section that begins at `at`. */
function endOfMarkup(bytes: Buffer, at: number): number {
  for (const [start, end] of [
    [sectionStart, sectionEnd],
    [commentStart, commentEnd],
  ] as const) {
    if (startsWith(bytes, at, start)) return endOf(bytes, bytes.indexOf(end, at), end.length);
  }
  let quote = 0;
  for (let i = at + 1; i < bytes.length; i++) {
    const octet = bytes[i] ?? 0;
    if (quote !== 0) quote = octet === quote ? 0 : quote;
    else if (octet === 0x22 || octet === 0x27) quote = octet;
    else if (octet === 0x3e) return i + 1;
  }
  return bytes.length;
}

function startsWith(bytes: Buffer, at: number, what: Buffer): boolean {
  return bytes.subarray(at, at + what.length).equals(what);
}

function endOf(bytes: Buffer, found: number, length: number): number {
  return found < 0 ? bytes.length : found + length;
}

/** Bytes that a text's references add to their characters. */
function references(bytes: Buffer, from: number, to: number): Slice[] {
  const found: Slice[] = [];
  for (let at = bytes.indexOf(ampersand, from); at >= 0 && at < to; ) {
    const text = bytes.toString('latin1', at, Math.min(to, at + longestReference));
    const [whole, hex, decimal, name] =
      /^&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/.exec(text) ?? [];
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : named.get(name ?? '');
    if (whole && code !== undefined) found.push(...escaping(at, whole.length, utf8Length(code)));
    at = bytes.indexOf(ampersand, at + (whole?.length ?? 1));
  }
  return found;
}
