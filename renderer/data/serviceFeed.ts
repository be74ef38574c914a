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
        // Figures of the process before are none of the one that starts.
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

/**
 * The course of a figure as the `points` of an SVG polyline, the newest at the right edge.
 * @param span how many points the whole width stands for.
 */
export function sparkline(
  values: readonly number[],
  { width, height, span }: { width: number; height: number; span: number },
): string {
  const shown = values.slice(-span);
  const top = Math.max(...shown, Number.MIN_VALUE);
  const step = width / Math.max(1, span - 1);
  return shown
    .map((value, index) => {
      const x = width - (shown.length - 1 - index) * step;
      const y = height - (Math.max(0, value) / top) * height;
      return `${round(x)},${round(y)}`;
    })
    .join(' ');
}

const round = (value: number) => Math.round(value * 100) / 100;
