import type { ContractImplementer } from '../../../engine/api/parts.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `reports` part of the scripted engine. */
export function scriptedReports(_os: ContractImplementer, _state: ScriptedState) {
  return {};
}
