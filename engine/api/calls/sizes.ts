import { measureSizes } from '../../sizes/measure.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `sizes` part of the engine's API. */
export function sizesCalls(api: ContractImplementer, { runs, home }: RouterParts) {
  const measurements = new Occupied(runs, 'A measurement of sizes');
  return {
    measure: api.sizes.measure.handler(({ input, signal }) =>
      measurements.during(signal, (stop) => measureSizes(input, home, stop)),
    ),
  };
}
