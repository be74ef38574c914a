import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';
import { scriptedCapture } from '../wire-recordings.ts';

/** The `wire` part of the scripted engine: recordings made by hand, taken apart for real. */
export function scriptedWire(os: ContractImplementer, _state: ScriptedState) {
  return {
    capture: os.wire.capture.handler(({ input }) =>
      input.protocols.map((protocol) => scriptedCapture({ ...input, protocol })),
    ),
  };
}
