import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `wire` part of the scripted engine. */
export function scriptedWire(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
