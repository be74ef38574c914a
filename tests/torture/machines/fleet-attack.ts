import type { PlacedAttack } from '../attacks.ts';
import type { Fleet } from './fleet.ts';

/** An attack on a fleet. */
export interface FleetAttack extends PlacedAttack<Fleet> {
  /** Why it is unavailable here, or null. */
  missing?(): string | null;
}
