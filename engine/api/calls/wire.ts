import { captureAll } from '../../wire/capture.ts';
import { captureOwn } from '../../wire/capture-own.ts';
import { withOwnService } from '../own-service.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { Occupied } from './occupied.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(api: ContractImplementer, parts: RouterParts) {
  const { runs, home } = parts;
  const captures = new Occupied(runs, 'A capture');
  return {
    capture: api.wire.capture.handler(({ input, signal }) =>
      captures.during(signal, (stop) => captureAll(input, home, stop)),
    ),
    captureOwn: api.wire.captureOwn.handler(({ input, signal }) =>
      captures.during(signal, (stop) =>
        withOwnService(parts, input, (experiment, targetOf) =>
          captureOwn(experiment, { ...input, targetOf }, home, stop),
        ),
      ),
    ),
  };
}
