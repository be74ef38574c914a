import { readUint24 } from '../octets.ts';

/** A route as plain metadata. */
export const routingMime = 'message/x.rsocket.routing.v0';
/** Metadata of several kinds, one after another; the default of Spring and its tools. */
export const compositeMime = 'message/x.rsocket.composite-metadata.v0';
export const jsonMime = 'application/json';

/** The well-known number of {@link routingMime}, with the bit that marks it as one. */
const routingId = 0x80 | 0x7e;

/** Content of routing metadata: one tag, with an octet of length. */
export function routingMetadata(route: string): Buffer {
  const tag = Buffer.from(route);
  if (tag.length === 0 || tag.length > 255) throw new RangeError('a route of 1 to 255 octets');
  return Buffer.concat([Buffer.from([tag.length]), tag]);
}

/** Composite metadata with the route as its only entry. */
export function compositeRoute(route: string): Buffer {
  const content = routingMetadata(route);
  const head = Buffer.from([routingId, 0, 0, 0]);
  head.writeUIntBE(content.length, 1, 3);
  return Buffer.concat([head, content]);
}

/** @returns the first tag of routing metadata; null if malformed. */
function readRouting(metadata: Buffer): string | null {
  const length = metadata[0] ?? 0;
  if (length === 0 || 1 + length > metadata.length) return null;
  return metadata.toString('utf8', 1, 1 + length);
}

/** @returns the route in composite metadata; null if absent or malformed. */
export function readCompositeRoute(metadata: Buffer): string | null {
  let at = 0;
  while (at < metadata.length) {
    const first = metadata[at] ?? 0;
    // Either the number of a well-known type, or the length of a name minus one.
    const named = first < 0x80;
    const contentAt = at + 4 + (named ? first + 1 : 0);
    if (contentAt > metadata.length) return null;
    const end = contentAt + readUint24(metadata, contentAt - 3);
    if (end > metadata.length) return null;
    const isRoute = named
      ? metadata.toString('latin1', at + 1, contentAt - 3) === routingMime
      : first === routingId;
    if (isRoute) return readRouting(metadata.subarray(contentAt, end));
    at = end;
  }
  return null;
}

/** @param mime metadata type of the connection. @returns the route; null without one. */
export function routeIn(mime: string, metadata: Buffer): string | null {
  if (mime === compositeMime) return readCompositeRoute(metadata);
  return mime === routingMime ? readRouting(metadata) : null;
}
