import { WirebenchError } from '../../contracts/errors.ts';
import { type Interval, intervalSchema } from '../../contracts/measurement.ts';
import { decodeHistogram, encodeHistogram } from './histogram-codec.ts';
import { parseStored, refuseDamaged } from './stored.ts';

/** The columns of an interval: its facts as JSON, its histograms as compact bytes. */
export interface StoredInterval {
  facts: string;
  latency: Uint8Array;
  service: Uint8Array | null;
  lag: Uint8Array | null;
}

const factsSchema = intervalSchema.omit({ latency: true, service: true, lag: true });

export function encodeInterval({ latency, service, lag, ...facts }: Interval): StoredInterval {
  return {
    facts: JSON.stringify(facts),
    latency: encodeHistogram(latency),
    service: service === null ? null : encodeHistogram(service),
    lag: lag === null ? null : encodeHistogram(lag),
  };
}

/** @throws WirebenchError STORE_CORRUPT when the stored bytes are damaged. */
export function decodeInterval(stored: StoredInterval & { intact?: number | null }): Interval {
  refuseDamaged(stored.intact ?? null, 'an interval');
  const facts = parseStored(factsSchema, stored.facts, 'an interval');
  try {
    return {
      ...facts,
      latency: decodeHistogram(stored.latency),
      service: stored.service === null ? null : decodeHistogram(stored.service),
      lag: stored.lag === null ? null : decodeHistogram(stored.lag),
    };
  } catch (cause) {
    throw new WirebenchError(
      'STORE_CORRUPT',
      `The stored histogram of interval ${facts.index} is damaged`,
      { cause },
    );
  }
}
