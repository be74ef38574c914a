import type { ServerHealth } from '../../contracts/measurement.ts';
import type { ServicePoint } from '../../contracts/services.ts';

/** Counters of a service at a time, in milliseconds since 1970. */
export interface ServiceReading {
  readonly at: number;
  readonly health: ServerHealth;
}

/**
 * Changes between two readings. @returns null for the first one, and for two at the same
 * time, which have no rate.
 */
export function pointBetween(
  before: ServiceReading | null,
  now: ServiceReading,
): ServicePoint | null {
  if (before === null || now.at <= before.at) return null;
  const seconds = (now.at - before.at) / 1000;
  const { cpuSeconds, ...health } = now.health;
  return {
    ...health,
    at: now.at,
    requestsPerSecond:
      Math.max(0, (health.requests ?? 0) - (before.health.requests ?? 0)) / seconds,
    cpuCores: Math.max(0, cpuSeconds - before.health.cpuSeconds) / seconds,
  };
}
