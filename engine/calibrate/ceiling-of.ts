import type { Ceiling } from '../../contracts/calibration.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { sumCounts } from '../run/tick-merger.ts';

/**
 * Minimum shares of the window for the worker to count as the limit: its loop was busy, and it had its core
 * while busy. Without the second, a worker that waits for a core would look busy.
 */
const saturated = 0.95;
const hadItsCore = 0.8;

/**
 * The ceiling that the ticks of a measured window show.
 * @throws WirebenchError NO_REQUEST_SUCCEEDED unless every request succeeded: the null service does
 *   nothing and fails no request, so a failure means that something other than the driver was measured.
 */
export function ceilingOf(cell: Cell, ticks: readonly Tick[]): Ceiling {
  const { ok, failed, errors } = sumCounts(ticks);
  if (ok === 0 || failed > 0) {
    const first = errors[0]?.message ?? 'none finished in time';
    throw new WirebenchError(
      'NO_REQUEST_SUCCEEDED',
      `Calibrating ${describeCell(cell)}: ${failed} of ${ok + failed} requests to the null service failed (${first})`,
    );
  }
  const lengthOf = (tick: Tick) => (tick.endMs - tick.startMs) / 1000;
  const sum = (of: (tick: Tick) => number) => ticks.reduce((total, tick) => total + of(tick), 0);
  const seconds = sum(lengthOf);
  const cpuSeconds = sum(({ health }) => health.cpuSeconds);
  const busySeconds = sum((tick) => tick.health.eventLoopUtilization * lengthOf(tick));
  const utilization = busySeconds / seconds;
  return {
    protocol: cell.protocol,
    client: cell.client,
    tls: cell.tls !== 'off',
    throughputRps: ok / seconds,
    cpuUs: (cpuSeconds / ok) * 1e6,
    utilization,
    workerBound: utilization >= saturated && cpuSeconds / seconds >= hadItsCore,
  };
}
