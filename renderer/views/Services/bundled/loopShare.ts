import type { ServicePoint } from '../../../../contracts/services.ts';
import { formatShare } from '../../../../metrics/format.ts';

/** Event-loop utilisation in percent with one decimal: more of them would only flicker. */
export function loopShare(point: ServicePoint | undefined): string {
  return formatShare(point?.eventLoopUtilization);
}
