import { type Tick, tickMs } from '../../contracts/worker-messages.ts';
import { formatDuration } from '../../metrics/format.ts';
import { Histogram } from '../stats/histogram.ts';
import { isSteady } from '../stats/steady.ts';
import { type SteadyRule, type Stint, windowOf } from './stints/stint.ts';

/** Notice that workers get before the end of a warm-up, in milliseconds. */
const noticeMs = 250;

/** Watches a warm-up tick by tick until it is steady. */
export class SteadyWatch {
  readonly #rule: SteadyRule;
  readonly #values: number[] = [];

  constructor(rule: SteadyRule) {
    this.#rule = rule;
  }

  /** @returns whether the warm-up can end. */
  add(tick: Tick): boolean {
    const { of, fromMs, atLeastMs } = this.#rule;
    if (tick.phase !== 'warm-up' || tick.startMs < fromMs) return false;
    const value = of === 'throughput' ? throughputOf(tick) : medianOf(tick);
    if (value === null) return false;
    this.#values.push(value);
    return tick.endMs >= atLeastMs && isSteady(this.#values);
  }
}

/** The edge of ticks at which a warm-up ends that is steady at `nowMs`. */
export function openingAfter(nowMs: number): number {
  return Math.ceil((nowMs + noticeMs) / tickMs) * tickMs;
}

/** Maximum warm-up of a stint in seconds. */
export function longestWarmUpSeconds(stint: Stint): number {
  return (windowOf(stint).start ?? 0) / 1000;
}

/** Activity shown meanwhile. */
export function warmingUp(stint: Stint, { of }: SteadyRule): string {
  const most = formatDuration(longestWarmUpSeconds(stint));
  const words = `arming up until ${of} is steady (${most} at most)`;
  return stint.rounds.length > 0 ? `${stint.activity}, w${words}` : `W${words}`;
}

function throughputOf({ ok, startMs, endMs }: Tick): number | null {
  return endMs > startMs ? ok / (endMs - startMs) : null;
}

/** The median, which one slow answer does not move as it does the mean; null where nothing was answered. */
function medianOf({ latency }: Tick): number | null {
  if (latency.count === 0) return null;
  const histogram = new Histogram();
  histogram.addData(latency);
  return histogram.percentile(50);
}
