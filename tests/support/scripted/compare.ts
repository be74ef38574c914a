import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `compare` part of the scripted engine. */
export function scriptedCompare(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
