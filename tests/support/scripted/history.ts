import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `history` part of the scripted engine. */
export function scriptedHistory(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
