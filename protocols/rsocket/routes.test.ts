import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compositeMime,
  compositeRoute,
  readCompositeRoute,
  routeIn,
  routingMetadata,
  routingMime,
} from './routes.ts';

const routes = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

/** An entry of composite metadata whose type has no well-known number. */
function named(mime: string, content: Buffer): Buffer {
  const length = Buffer.alloc(3);
  length.writeUIntBE(content.length, 0, 3);
  return Buffer.concat([Buffer.from([mime.length - 1]), Buffer.from(mime), length, content]);
}

describe('routes', () => {
  it('are read back from both kinds of metadata', () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(routeIn(compositeMime, compositeRoute(route))).toBe(route);
        expect(routeIn(routingMime, routingMetadata(route))).toBe(route);
      }),
    );
  });

  it('are found by name, and after other entries', () => {
    const other = named('application/x.trace', Buffer.from('abc'));
    expect(readCompositeRoute(Buffer.concat([other, compositeRoute('echo')]))).toBe('echo');
    expect(
      readCompositeRoute(Buffer.concat([other, named(routingMime, routingMetadata('a'))])),
    ).toBe('a');
    expect(readCompositeRoute(other)).toBeNull();
  });

  it('are the octets that the extension prescribes', () => {
    expect(compositeRoute('echo').toString('hex')).toBe(
      `fe00000504${Buffer.from('echo').toString('hex')}`,
    );
  });

  it('never throw on any octets', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(compositeMime, routingMime), (bytes, mime) => {
        const route = routeIn(mime, Buffer.from(bytes));
        expect(route === null || typeof route === 'string').toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(routeIn('text/plain', compositeRoute('echo'))).toBeNull();
  });
});
