import type { ServerHealth } from '../../contracts/measurement.ts';
import type { ServicePoint } from '../../contracts/services.ts';

/** The figures of a service at a moment, in milliseconds since 1970. */
export interface ServiceReading {
  readonly at: number;
  readonly health: ServerHealth;
}

/**
 * What happened between two readings. @returns null for the first one, and for two at the same
 * moment: there is no rate without time.
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
