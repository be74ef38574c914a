import { createHash } from 'node:crypto';
import { WirebenchError } from '../../contracts/errors.ts';
import type { FormPart } from '../../contracts/experiment/bodies.ts';
import type { BodyPiece } from '../../contracts/own-service.ts';
import type { NamedFiles } from './files.ts';

/** A body in its final form. */
export interface ResourceBody {
  readonly pieces: readonly BodyPiece[];
  /** Default content type, where the experiment sets none. */
  readonly type: string;
}

/** Maximum body length, in bytes: every worker keeps one or more. */
const maxBytes = 64 * 1024 * 1024;

/** How values are escaped in a body of this type. */
export function escapeFor(contentType: string) {
  if (/json/i.test(contentType)) return 'json';
  if (/xml/i.test(contentType)) return 'xml';
  return /x-www-form-urlencoded/i.test(contentType) ? 'url' : 'none';
}

/** Transforms a text except for its `{{values}}`, which are escaped once they are known. */
export function besideValues(text: string, changed: (part: string) => string): string {
  return text
    .split(/(\{\{.*?\}\})/s)
    .map((part, index) => (index % 2 === 1 ? part : changed(part)))
    .join('');
}

async function octetsOf(path: string, files: Pick<NamedFiles, 'read'>): Promise<Uint8Array> {
  const bytes = await files.read(path);
  if (bytes === null) throw new WirebenchError('SERVICE_INVALID', `${path} was not found`);
  // One copy for all workers.
  const octets = new Uint8Array(new SharedArrayBuffer(bytes.length));
  octets.set(bytes);
  return octets;
}

/** The unchanged content of a file. @throws WirebenchError SERVICE_INVALID */
export async function fileBody(
  path: string,
  files: Pick<NamedFiles, 'read'>,
): Promise<ResourceBody> {
  return { pieces: [{ octets: await octetsOf(path, files) }], type: 'application/octet-stream' };
}

const quoted = (text: string) =>
  besideValues(text, (part) => part.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign)));

/** The last segment of a path, on any system. */
export const baseName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

/** The headers of a part, as browsers write them (RFC 7578). */
function headOf({ name, file, value, filename, type }: FormPart): string {
  const named = filename ?? (file === undefined ? undefined : baseName(file));
  const announced =
    type ??
    (file === undefined
      ? typeof value === 'object' && value !== null
        ? 'application/json'
        : undefined
      : 'application/octet-stream');
  return [
    `Content-Disposition: form-data; name="${quoted(name)}"`,
    named === undefined ? '' : `; filename="${quoted(named)}"`,
    announced === undefined ? '' : `\r\nContent-Type: ${announced}`,
  ].join('');
}

async function contentOf(
  { file, value, type = '' }: FormPart,
  files: Pick<NamedFiles, 'read'>,
): Promise<BodyPiece> {
  if (file !== undefined) return { octets: await octetsOf(file, files) };
  if (typeof value === 'string') return { text: value, escape: escapeFor(type) };
  return { text: JSON.stringify(value), escape: 'json' };
}

/**
 * A multipart form. Its boundary is derived from its parts, so that a body is compiled only once and is the
 * same in each run.
 * @throws WirebenchError SERVICE_INVALID
 */
export async function multipartBody(
  parts: readonly FormPart[],
  files: Pick<NamedFiles, 'read'>,
): Promise<ResourceBody> {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const boundary = `wirebench-${digest.slice(0, 32)}`;
  const pieces: BodyPiece[] = [];
  let bytes = 0;
  for (const part of parts) {
    const begin = `--${boundary}\r\n${headOf(part)}\r\n\r\n`;
    const content = await contentOf(part, files);
    if ('octets' in content) bytes += content.octets.length;
    // Before the next one is read: together they might fill the memory.
    if (bytes > maxBytes) {
      const message = `the files of one form have more than ${maxBytes} bytes`;
      throw new WirebenchError('SERVICE_INVALID', message);
    }
    pieces.push({ text: begin, escape: 'quoted' }, content, { text: '\r\n', escape: 'none' });
  }
  pieces.push({ text: `--${boundary}--\r\n`, escape: 'none' });
  return { pieces, type: `multipart/form-data; boundary=${boundary}` };
}
