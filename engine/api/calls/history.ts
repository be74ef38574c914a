import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `history` part of the engine's API. */
export function historyCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
