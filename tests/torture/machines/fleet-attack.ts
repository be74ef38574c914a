import type { Attack, Result, Try } from '../attacks.ts';
import type { Fleet } from './fleet.ts';

/** An attack on a fleet. */
export interface FleetAttack extends Omit<Attack, 'lane' | 'attempt'> {
  /** Why it is not to be had here, or null. */
  missing?(): string | null;
  attempt(one: Try, fleet: Fleet): Promise<Result>;
}
