import { measureSizes } from '../../sizes/measure.ts';
import { measureOwnSizes } from '../../sizes/measure-own.ts';
import { withOwnService } from '../own-service.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `sizes` part of the engine's API. */
export function sizesCalls(api: ContractImplementer, parts: RouterParts) {
  const { runs, home } = parts;
  const measurements = new Occupied(runs, 'A measurement of sizes');
  return {
    measure: api.sizes.measure.handler(({ input, signal }) =>
      measurements.during(signal, (stop) => measureSizes(input, home, stop)),
    ),
    measureOwn: api.sizes.measureOwn.handler(({ input, signal }) =>
      measurements.during(signal, (stop) =>
        withOwnService(parts, input, (experiment, targetOf) =>
          measureOwnSizes(experiment, { ...input, targetOf }, home, stop),
        ),
      ),
    ),
  };
}
