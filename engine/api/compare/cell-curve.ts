import type { CellCurve, CellOfRun } from '../../../contracts/compare.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportCurve } from '../../../contracts/report.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { completedOf } from '../../report/compare/measured-run.ts';
import { Histogram } from '../../stats/histogram.ts';
import type { Store } from '../../store/store.ts';
import { measuredLatency, measuredService, percentileCurve } from '../series.ts';
import { measuredCell, runReader } from './measured.ts';

/** The curve of a cell. Percentiles cannot be averaged, so the histograms of its trials are added. */
export function cellCurve(store: Store, ref: CellOfRun): CellCurve {
  const trials = completedOf(measuredCell(runReader(store), ref).trials);
  const { count, ...curves } = pooledCurve(store, trials);
  return { ...ref, requests: count, counts: workOfTrials(trials), ...curves };
}

/** The curve of all repetitions of a cell together. */
export function pooledCurve(store: Store, trials: readonly TrialResult[]): ReportCurve {
  const histograms = trials.map((trial) => windowsOf(store, trial));
  const latency = merged(histograms.map((one) => one.latency));
  const services = histograms.flatMap(({ service }) => service ?? []);
  return {
    trials: trials.length,
    count: latency.count,
    curve: percentileCurve(latency),
    serviceCurve: services.length > 0 ? percentileCurve(merged(services)) : null,
  };
}

function windowsOf(store: Store, { id, headlineRound }: TrialResult) {
  const intervals = store.intervals(id);
  return {
    latency: measuredLatency(intervals, headlineRound),
    service: measuredService(intervals, headlineRound),
  };
}

function merged(histograms: readonly Histogram[]): Histogram {
  const sum = new Histogram();
  for (const histogram of histograms) sum.add(histogram);
  return sum;
}
