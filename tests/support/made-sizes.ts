import type { SizeEntry, Sizes } from '../../contracts/sizes.ts';
import type { LayerBytes } from '../../contracts/wire.ts';

/** A different multiple of `unit` in each layer: 1 of payload to 6 of the handshake, and 7 that are estimated. */
export function someBytes(unit: number): LayerBytes {
  return {
    ...{ payload: unit, envelope: 2 * unit, headers: 3 * unit, framing: 4 * unit },
    ...{ 'tls-records': 5 * unit, 'tls-handshake': 6 * unit, 'tcp-ip': 7 * unit },
  };
}

/** The sizes of one shape over one protocol. */
export function sizeEntry(part: Partial<SizeEntry> = {}): SizeEntry {
  return {
    ...{ protocol: 'rest', shape: 'small', operation: 'get', stream: 'none' },
    fresh: { request: someBytes(1), answer: someBytes(2), setUp: null },
    reused: { request: someBytes(1), answer: someBytes(2), setUp: null },
    ...{ differs: null },
    ...part,
  };
}

/** A measurement of one entry. */
export function madeSizes(part: Partial<Sizes> = {}): Sizes {
  return {
    ...{ workload: 'product', tls: 'off', client: 'raw', text: 'ascii' },
    ...{ takenAt: '2026-03-01T10:00:00.000Z', entries: [sizeEntry()] },
    ...{ messages: [], published: [], skipped: [] },
    ...part,
  };
}
