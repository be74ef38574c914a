import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `services` part of the engine's API. */
export function servicesCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
