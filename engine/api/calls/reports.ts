import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `reports` part of the engine's API. */
export function reportsCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
