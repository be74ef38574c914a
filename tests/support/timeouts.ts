import { availableParallelism, loadavg } from 'node:os';

/**
 * How many times slower than the reference machine this one computed when the tests began, at least 1;
 * `tests/support/slowness.ts` measures it.
 */
const measured = Math.max(1, Number(process.env.WIREBENCH_TEST_SLOWNESS) || 1);

/** Milliseconds that tests wait for a condition. A condition that is not met by then never will be. */
export const waitMs = Math.round(110_000 * measured);

/** Timeout of a test or hook in milliseconds: longer than that of a condition, whose message is clearer. */
export const testTimeoutMs = Math.round(120_000 * measured);

/** Timeout for work of a few seconds on an idle machine; `slowness` times as long elsewhere. */
export const soonMs = 60_000;

/** How many times slower than on the idle reference machine work may be now. */
export const slowness = (): number =>
  Math.max(measured, (loadavg()[0] ?? 0) / availableParallelism());
