import { captureAll } from '../../wire/capture.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(api: ContractImplementer, { runs, home }: RouterParts) {
  const captures = new Occupied(runs, 'A capture');
  return {
    capture: api.wire.capture.handler(({ input, signal }) =>
      captures.during(signal, (stop) => captureAll(input, home, stop)),
    ),
  };
}
