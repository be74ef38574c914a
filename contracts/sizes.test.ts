import { describe, expect, it } from 'vitest';
import { madeSizes, sizeEntry, someBytes } from '../tests/support/made-sizes.ts';
import { sizeRows } from './size-rows.ts';
import { callBytes, callPayload, defaultCall, entriesOf, entryOf, sizesOutcome } from './sizes.ts';

describe('sizes', () => {
  const fresh = { request: someBytes(100), answer: someBytes(1000), setUp: someBytes(10) };
  const reused = { request: someBytes(200), answer: someBytes(2000), setUp: null };
  const entry = sizeEntry({ fresh, reused });

  it('count the measured bytes of a call, with a new connection', () => {
    // Payload, envelope, headers, framing, records and handshake: 1 + 2 + … + 6 of each hundred.
    expect(callBytes(fresh)).toBe(21 * 1110);
    expect(callBytes(reused)).toBe(21 * 2200);
    expect(callPayload(fresh)).toBe(1100);
    expect([defaultCall(entry), defaultCall({ ...entry, reused: null })]).toEqual([reused, fresh]);
  });

  it('have a row for each message and each new connection, reused ones first', () => {
    const rows = sizeRows(
      madeSizes({ entries: [entry, sizeEntry({ protocol: 'grpc', reused: null })] }),
    );
    expect(rows.map(({ key, total }) => [key, total])).toEqual([
      ['small rest reused request', 21 * 200],
      ['small rest reused answer', 21 * 2000],
      ['small rest new set-up', 21 * 10],
      ['small rest new request', 21 * 100],
      ['small rest new answer', 21 * 1000],
      ['small grpc new request', 21],
      ['small grpc new answer', 42],
    ]);
    expect(rows[2]).toMatchObject({
      shape: 'small',
      protocol: 'rest',
      operation: 'get',
      connection: 'new',
      part: 'set-up',
      layers: someBytes(10),
    });
  });

  it('find entries by shape and protocol', () => {
    const entries = [entry, sizeEntry({ protocol: 'grpc' }), sizeEntry({ shape: 'large' })];
    expect(entriesOf({ entries }, 'small')).toEqual(entries.slice(0, 2));
    expect(entryOf({ entries }, 'small', 'grpc')).toBe(entries[1]);
    expect(entryOf({ entries }, 'large', 'grpc')).toBeUndefined();
  });

  it('say how many agree, and what failed', () => {
    const entries = [entry, entry, sizeEntry({ differs: 'one byte more' })];
    const skipped = [
      { protocol: 'soap', shape: 'a', reason: 'not offered' },
      { protocol: 'soap', shape: 'b', reason: 'refused', failed: true },
    ] as const;
    const bundled = sizesOutcome(madeSizes({ entries, skipped: [...skipped] }));
    expect(bundled).toEqual({
      agreement:
        'In 2 of 3 pairs of protocol and shape the recorded bodies have exactly the computed length.',
      failures: ['refused'],
    });
    const own = sizesOutcome(madeSizes({ entries, workload: 'custom' }));
    expect(own.agreement).toContain('In 2 of 3 pairs of protocol and request ');
    expect(own.failures).toEqual([]);
  });
});
