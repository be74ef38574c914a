import { readUint24 } from '../octets.ts';

/** A route as metadata by itself. */
export const routingMime = 'message/x.rsocket.routing.v0';
/** Metadata of several kinds, one after the other; what Spring and its tools speak unless told otherwise. */
export const compositeMime = 'message/x.rsocket.composite-metadata.v0';
export const jsonMime = 'application/json';

/** The well-known number of {@link routingMime}, with the bit that says that it is one. */
const routingId = 0x80 | 0x7e;

/** Content of routing metadata: one tag, with an octet of length. */
export function routingMetadata(route: string): Buffer {
  const tag = Buffer.from(route);
  if (tag.length === 0 || tag.length > 255) throw new RangeError('a route of 1 to 255 octets');
  return Buffer.concat([Buffer.from([tag.length]), tag]);
}

/** Composite metadata with the route as its one entry. */
export function compositeRoute(route: string): Buffer {
  const content = routingMetadata(route);
  const head = Buffer.from([routingId, 0, 0, 0]);
  head.writeUIntBE(content.length, 1, 3);
  return Buffer.concat([head, content]);
}

/** @returns the first tag of routing metadata; null when it is none. */
function readRouting(metadata: Buffer): string | null {
  const length = metadata[0] ?? 0;
  if (length === 0 || 1 + length > metadata.length) return null;
  return metadata.toString('utf8', 1, 1 + length);
}

/** @returns the route in composite metadata; null when there is none, or when it is malformed. */
export function readCompositeRoute(metadata: Buffer): string | null {
  let at = 0;
  while (at < metadata.length) {
    const first = metadata[at] ?? 0;
    // Either the number of a well-known type, or the length of a name less one.
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

/** @param mime of the connection's metadata. @returns the route; null when there is none. */
export function routeIn(mime: string, metadata: Buffer): string | null {
  if (mime === compositeMime) return readCompositeRoute(metadata);
  return mime === routingMime ? readRouting(metadata) : null;
}
