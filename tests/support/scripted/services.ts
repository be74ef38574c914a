import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `services` part of the scripted engine. */
export function scriptedServices(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
