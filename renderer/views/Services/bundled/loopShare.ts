import type { ServicePoint } from '../../../../contracts/services.ts';

/** Event-loop utilisation in percent with one decimal: more of them would only flicker. */
export function loopShare(point: ServicePoint | undefined): string {
  return point === undefined ? '–' : `${(point.eventLoopUtilization * 100).toFixed(1)} %`;
}
