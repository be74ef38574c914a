import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `library` part of the scripted engine. */
export function scriptedLibrary(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
