import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times slower than the reference machine this one computed when the tests began, at least 1;
 * `tests/support/slowness.ts` measures it.
 */
const measured = Math.max(1, Number(process.env.WIREBENCH_TEST_SLOWNESS) || 1);

/** Milliseconds that tests wait for a condition. What has not come by then hangs. */
export const waitMs = Math.round(110_000 * measured);

/** Milliseconds that a test or hook may take: it ends after what it waits for, which has the clearer message. */
export const testTimeoutMs = Math.round(120_000 * measured);

/** Milliseconds for what takes a few seconds on a machine that does nothing else; `slowness` times as long elsewhere. */
export const soonMs = 60_000;

/** How many times slower than on the idle reference machine things may be now. */
export const slowness = (): number =>
  Math.max(measured, (loadavg()[0] ?? 0) / availableParallelism());
