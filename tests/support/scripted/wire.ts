import { once } from 'node:events';
import { WirebenchError } from '../../../contracts/errors.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';
import { scriptedCapture } from '../wire-recordings.ts';

/**
 * The `wire` part of the scripted engine: recordings made by hand, analysed for real. Captures of
 * the shape `stress` continue until they are stopped, those with mutual TLS fail.
 */
export function scriptedWire(os: ContractImplementer, _state: ScriptedState) {
  return {
    // No view calls it yet.
    captureOwn: os.wire.captureOwn.handler(() => []),
    capture: os.wire.capture.handler(async ({ input, signal }) => {
      if (input.tls === 'mtls') {
        const hint = 'Take the capture again.';
        const message = 'A call did not succeed: no answer within 20000 ms (timeout, TIMEOUT)';
        throw new WirebenchError('WIRE_CAPTURE_FAILED', message, { hint });
      }
      if (input.shape === 'stress' && signal) await once(signal, 'abort');
      return input.protocols.map((protocol) => scriptedCapture({ ...input, protocol }));
    }),
  };
}
