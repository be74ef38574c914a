import { timeText } from '../../metrics/units.ts';
import { niceStep } from './ticks.ts';

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600];
/** Seconds below which whole ones would leave an axis with one tick or two. */
const shortSpan = 2;

/** Ticks of time, and how many seconds they are apart. */
export interface TimeTicks {
  readonly step: number;
  readonly ticks: readonly number[];
}

/** Round times within a domain, at most `count` steps: seconds, minutes, hours, or parts of a second where it is short. */
export function timeTicks(domain: readonly [number, number], count: number): TimeTicks {
  const span = domain[1] - domain[0];
  const step = timeStep(span, count);
  const first = Math.ceil(domain[0] / step - 1e-9);
  const last = Math.floor(domain[1] / step + 1e-9);
  const ticks = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => (first + index) * step,
  );
  return { step, ticks };
}

function timeStep(span: number, count: number): number {
  if (span > 0 && span < shortSpan) return niceStep(span, count);
  return timeSteps.find((candidate) => span / candidate <= count) ?? 86_400;
}

/** Moments of a domain that the pointer distinguishes. */
const momentCount = 100;

/** Writes a moment of a domain, finer than the ticks of its axis where they are parts of a second. */
export function momentText(seconds: number, domain: readonly [number, number]): string {
  return timeText(seconds, timeStep(domain[1] - domain[0], momentCount));
}
