import type { TrialResult } from '../../../contracts/measurement.ts';
import type { FindingMetric } from '../../../contracts/result.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { figureOf, isOpen } from '../compare/metrics.ts';
import type { SaturationFound } from '../saturation.ts';
import { objectiveOf } from './search-words.ts';

/** The measure by which the cells of a run are compared. */
export interface Measure {
  readonly metric: FindingMetric;
  /** 1 where more is better, −1 where less is. */
  readonly better: 1 | -1;
  /** Name in sentences: `throughput`, `the p95 latency`. */
  readonly name: string;
  /** Verb phrase for a cell without a value: `gave no answers`. */
  readonly silent: string;
  /** What the better one is: `faster`; `able to carry more`. */
  readonly ahead: string;
  /** What is handled: `requests`, and its rate: `requests/s`. */
  readonly handled: string;
  readonly rate: string;
  /** Value of one trial; null without one. */
  figureOf(trial: TrialResult): number | null;
  readonly unit: string;
  /** Phrases for stating the values of both cells: `carries`, `at its peak`. */
  readonly shown: { readonly verb: string; readonly where: string } | null;
}

const latencies = {
  p50: 'the median time of an iteration',
  p95: 'the p95 latency',
} as const;

const throughput: Measure = {
  metric: 'throughput',
  better: 1,
  name: 'throughput',
  silent: 'gave no answers',
  ahead: 'faster',
  handled: 'requests',
  rate: 'requests/s',
  figureOf: (trial) => figureOf('throughput', trial),
  unit: '/s',
  shown: null,
};

const latency = (metric: keyof typeof latencies): Measure => ({
  ...throughput,
  metric,
  better: -1,
  name: latencies[metric],
  figureOf: (trial) => figureOf(metric, trial),
  unit: ' ms',
});

/** Throughput is a result under closed load, but a setting under open load. */
export function defaultMeasure(trials: readonly TrialResult[]): Measure {
  if (workOfTrials(trials) === 'iterations') return latency('p50');
  return trials.some(isOpen) ? latency('p95') : throughput;
}

/**
 * The highest throughput over levels of load.
 * @returns null where it does not describe the service: below saturation, throughput equals the rate.
 */
export function peakMeasure(saturation: readonly SaturationFound[]): Measure | null {
  const saturated = saturation.every(({ point, manual }) => (manual ?? point) !== null);
  if (!saturated && saturation.some(({ of }) => of === 'rate')) return null;
  const peaks = new Map(
    saturation.map(({ trialId, curve }) => [
      trialId,
      Math.max(...curve.map(({ throughputRps }) => throughputRps)),
    ]),
  );
  return {
    ...throughput,
    metric: 'peak',
    name: 'the highest throughput',
    ahead: 'able to carry more',
    figureOf: ({ id }) => peaks.get(id) ?? null,
    shown: { verb: 'carries', where: saturated ? 'at its peak' : 'at the best of its levels' },
  };
}

/** The level that a search found, as a throughput; null for a trial whose last round missed the objective. */
export function searchMeasure(trials: readonly TrialResult[]): Measure {
  const objective = objectiveOf(trials);
  return {
    ...throughput,
    silent: 'met the objective at no level',
    ahead: 'able to carry more',
    figureOf: ({ rounds, headlineRound, search }) => {
      if (search?.of === 'rate') return search.level;
      const last = rounds.find(({ index }) => index === headlineRound);
      return last && last.missed === undefined ? last.throughputRps : null;
    },
    shown:
      objective === null
        ? { verb: 'reaches', where: 'at the end of its search' }
        : { verb: 'carries', where: `with ${objective}` },
  };
}

/** `1,204/s`, `12.4 ms` */
export function measuredText(value: number | null, { unit }: Measure): string {
  return `${threeDigits(value)}${unit}`;
}
