import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `library` part of the engine's API. */
export function libraryCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
