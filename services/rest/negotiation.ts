import { protobufMediaType } from '../../workloads/interfaces/problem.ts';

/** Encoding of a body. */
export type FormatName = 'json' | 'protobuf';

/** Media type of a Content-Type header, in lower case and without parameters. */
function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The format of a body by its Content-Type; undefined for any other. */
function bodyFormat(contentType: string | undefined): FormatName | undefined {
  const type = mediaTypeOf(contentType);
  if (type === protobufMediaType) return 'protobuf';
  return type === 'application/json' ? 'json' : undefined;
}

/** Quality of exactly this media type in an Accept header, from 0 to 1; wildcards do not count. */
function wishFor(accept: string, type: string): number {
  for (const part of accept.split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((text) => text.startsWith('q='));
    const wish = quality === undefined ? 1 : Number(quality.slice(2));
    return wish >= 0 && wish <= 1 ? wish : 0;
  }
  return 0;
}

/**
 * The format of an answer: what Accept wants more, then that of the request's body, then the service's own.
 */
export function answerFormat(
  headers: { readonly accept?: string | undefined; readonly 'content-type'?: string | undefined },
  own: FormatName,
): FormatName {
  const accept = headers.accept ?? '';
  const json = wishFor(accept, 'application/json');
  const protobuf = wishFor(accept, protobufMediaType);
  if (json !== protobuf) return json > protobuf ? 'json' : 'protobuf';
  return bodyFormat(headers['content-type']) ?? own;
}
