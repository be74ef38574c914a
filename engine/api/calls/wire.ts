import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(_api: ContractImplementer, _parts: RouterParts) {
  return {};
}
