import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `compare` part of the engine's API. */
export function compareCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
