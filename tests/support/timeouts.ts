import { availableParallelism, loadavg } from 'node:os';

/**
 * Milliseconds that tests wait for what will come: what has not come by then, on however busy a machine, hangs. Load
 * beside a window gives way to other programs: where four of them keep two slow cores busy, a run took over six minutes.
 */
export const patience = 600_000;

/** Milliseconds in which what is waited for comes where nobody else uses the machine; `slowness` times as long elsewhere. */
export const soonMs = 60_000;

/** So many times as long as usual may things take now, because others use the machine as well. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
