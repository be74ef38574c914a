import type { FormPart } from '../../../contracts/experiment/bodies.ts';

/** Maximum length of a file's content that is copied, in characters; and characters that no text contains. */
const longestContent = 10_000;
const longestName = 1000;
const maxParts = 100;
const notText = /(?![\t\r\n])[\p{Cc}\ufffd]/u;

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?=[;\s]|$)/;

/** A part for a file without a name. */
export function sampleFile(name: string, type = 'application/octet-stream'): FormPart {
  return { name, value: 'text', filename: `${name.replace(/[^\w.-]+/g, '-')}.txt`, type };
}

/** A part of a form as saved by a tool. */
interface SavedPart {
  readonly name: string;
  readonly value: string;
  readonly filename?: string | undefined;
  readonly type?: string | undefined;
}

/** The content type of a part. */
function announced(type: string): { type?: string } {
  const [media] = mediaType.exec(type.trim()) ?? [];
  return media === undefined ? {} : { type: media };
}

function assertNamed(name: string): void {
  if (name.trim() === '' || name.length > longestName) {
    throw new RangeError('a field of its form has no name, or a long one');
  }
}

/** @throws RangeError for a part without a name, and a field that is not a short text. */
export function savedPart({ name, value, filename, type = '' }: SavedPart): FormPart {
  assertNamed(name);
  const isWhole = value.length <= longestContent && !notText.test(value);
  if (filename === undefined && !isWhole) {
    throw new RangeError(`the field ${name.slice(0, 100)} of its form is no short text`);
  }
  return {
    name,
    value: isWhole ? value : 'text',
    ...(filename === undefined ? {} : { filename: filename.slice(0, longestName) }),
    ...announced(type),
  };
}

/** A part whose file has a name. The same errors. */
export function savedFile(name: string, file: string, type = ''): FormPart {
  assertNamed(name);
  if (file.trim() === '' || file.length > longestName) throw new RangeError('a file has no name');
  return { name, file, ...announced(type) };
}

/** @throws RangeError for none, and for more than an experiment accepts. */
export function bounded(parts: readonly FormPart[]): FormPart[] {
  if (parts.length > 0 && parts.length <= maxParts) return [...parts];
  throw new RangeError(parts.length === 0 ? 'its parts cannot be read' : 'its form has many parts');
}

/** A quoted value in the head of a part. */
function quotedAt(head: string, key: string): string | undefined {
  const found = new RegExp(`[;\\s]${key}="((?:[^"\\\\\\r\\n]|\\\\.)*)"`, 'i').exec(head)?.[1];
  return found?.replace(/\\(["\\])/g, '$1').replace(/%(?:22|0[AD])/gi, decodeURIComponent);
}

/** The parts of a form as it was sent. @throws RangeError when it is invalid. */
export function partsIn(type: string, text: string): FormPart[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new RangeError('its content type has no boundary');
  const parts: FormPart[] = [];
  const [, ...sections] = text.split(`--${boundary}`, maxParts + 3);
  for (const section of sections) {
    if (section.startsWith('--')) break;
    const blank = /\r?\n\r?\n/.exec(section);
    const head = section.slice(0, blank?.index ?? 0);
    const name = quotedAt(head, 'name');
    if (!blank || name === undefined) throw new RangeError('its parts cannot be read');
    parts.push(
      savedPart({
        name,
        value: section.slice(blank.index + blank[0].length).replace(/\r?\n$/, ''),
        filename: quotedAt(head, 'filename'),
        type: /^content-type:(.*)$/im.exec(head)?.[1],
      }),
    );
  }
  return bounded(parts);
}
