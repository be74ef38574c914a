import { appliesTo } from '../../contracts/experiment/applies-to.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { Moment } from './liveHistory.ts';
import type { TimeFigure } from './trialSeries.ts';

/** A threshold in the chart of its metric over time. */
export interface ThresholdLine {
  readonly figure: TimeFigure;
  /** The rule as in the file, without its conditions: `p99 < 50ms`. */
  readonly label: string;
  /** In the unit of the figure; where the limit is a share, that share of what the load asked for. */
  readonly limit: number;
  readonly isShare: boolean;
}

/** The thresholds that apply to a trial, by the figure in which each is a line. */
export function thresholdLines(
  thresholds: readonly Threshold[],
  cell: Cell | undefined,
): ThresholdLine[] {
  if (!cell) return [];
  return thresholds
    .filter((threshold) => appliesTo(threshold, cell))
    .map(({ metric, text, limit }) => {
      const figure = figureOf(metric);
      const label = text.replace(/\s+when\s.*$/, '');
      return { figure, label, limit, isShare: figure === 'errors' || figure === 'dropped' };
    });
}

function figureOf(metric: Threshold['metric']): TimeFigure {
  if (metric === 'errors' || metric === 'dropped' || metric === 'throughput') return metric;
  return 'latency';
}

/** The value of a line at each moment: the rate of failures at the allowed share, or the same everywhere. */
export function limitAt(line: ThresholdLine, moment: Moment): number {
  if (!line.isShare) return line.limit;
  const asked =
    line.figure === 'dropped' ? (moment.rate ?? 0) : moment.throughputRps + moment.failedRps;
  return line.limit * asked;
}
