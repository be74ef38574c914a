import {
  type BundledService,
  keptLogLines,
  keptServicePoints,
  type ServiceEvent,
  type ServiceLogLine,
  type ServicePoint,
} from '../../contracts/services.ts';
import type { Protocol } from '../../contracts/words.ts';

/** A service started by hand with its last figures and log lines. */
export interface WatchedService {
  readonly service: BundledService;
  readonly points: readonly ServicePoint[];
  readonly log: readonly ServiceLogLine[];
}

export type WatchedServices = readonly WatchedService[];

/** The services after an event of the feed; null before the first snapshot. */
export function afterServiceEvent(
  services: WatchedServices | null,
  event: ServiceEvent,
): WatchedServices | null {
  switch (event.type) {
    case 'snapshot':
      return event.services;
    case 'changed':
      return change(services, event.service.protocol, (one) => ({
        ...one,
        service: event.service,
        // Metrics of the previous process do not apply to the new one.
        points: event.service.state === 'starting' ? [] : one.points,
      }));
    case 'point':
      return change(services, event.protocol, (one) => ({
        ...one,
        points: [...one.points, event.point].slice(-keptServicePoints),
      }));
    case 'log':
      return change(services, event.protocol, (one) => ({
        ...one,
        log: [...one.log, event.line].slice(-keptLogLines),
      }));
  }
}

function change(
  services: WatchedServices | null,
  protocol: Protocol,
  make: (one: WatchedService) => WatchedService,
): WatchedServices | null {
  return services?.map((one) => (one.service.protocol === protocol ? make(one) : one)) ?? null;
}

/** A figure some points before the newest, which is at 0; those before have negative places. */
export interface SparkPoint {
  readonly ago: number;
  readonly value: number;
}

/** The last `span` figures, each at its distance from the newest. */
export function sparkPoints(values: readonly number[], span: number): SparkPoint[] {
  const shown = values.slice(-span);
  return shown.map((value, index) => ({
    ago: index - (shown.length - 1),
    value: Math.max(0, value),
  }));
}
