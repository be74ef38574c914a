import { availableParallelism, loadavg } from 'node:os';

/** Milliseconds that tests wait for what will come, and for which a slow machine may need long. */
export const patience = 60_000;

/** So many times as long as usual may things take now, because others use the machine as well. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
