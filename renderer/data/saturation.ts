import type { TrialResult } from '../../contracts/measurement.ts';
import type { Saturation, SaturationPoint, UslFit } from '../../contracts/result.ts';
import type { LevelUnit, Verdict } from '../../contracts/words.ts';
import { levelDigits, levelText, levelWords } from '../../metrics/levels.ts';
import { uslDoubt } from '../../metrics/usl.ts';
import { type CellSeries, cellSeries, distinct, seriesKey } from './series.ts';
import type { FigureTable } from './table.ts';

/** The saturation of one trial with all that its row and its curve say. */
export interface SaturationRow {
  readonly key: string;
  readonly series: CellSeries;
  readonly saturation: Saturation;
  /** The effective point: the one set by hand, else the computed one; null if there is none. */
  readonly point: SaturationPoint | null;
  /** The fitted law; null where there is none, or none that says anything. */
  readonly usl: UslFit | null;
  /** Why a law that was fitted is not shown; see `uslDoubt`. */
  readonly uslDoubt: string | null;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** The saturations of a run beside the trials that they rest on, in the order of their series. */
export function saturationRows(
  saturations: readonly Saturation[],
  trials: readonly TrialResult[],
): SaturationRow[] {
  const series = cellSeries(saturations.map(({ cell }) => cell));
  return series.flatMap((one) =>
    saturations
      .filter(({ cell }) => seriesKey(cell) === one.key)
      .map((saturation) => {
        const trial = trials.find(({ id }) => id === saturation.trialId);
        const doubt = saturation.usl && uslDoubt(saturation.usl);
        return {
          key: saturation.trialId,
          series: one,
          saturation,
          point: saturation.manual ?? saturation.point,
          usl: doubt === null ? saturation.usl : null,
          uslDoubt: doubt,
          verdict: trial?.client.verdict ?? 'ok',
          reasons: trial?.client.reasons ?? [],
        };
      }),
  );
}

/** The shapes and repetitions that rows can be chosen by. */
export function saturationChoices(rows: readonly SaturationRow[]): {
  readonly shapes: readonly string[];
  readonly repetitions: readonly number[];
} {
  const all = rows.map(({ saturation }) => saturation);
  return {
    shapes: distinct(all.map(({ cell }) => cell.shape)),
    repetitions: distinct(all.map(({ repetition }) => repetition)).sort((a, b) => a - b),
  };
}

/** Throughput of `users` by the Universal Scalability Law with the values of a fit. */
export function fittedThroughput({ lambda, sigma, kappa }: UslFit, users: number): number {
  const divisor = 1 + sigma.value * (users - 1) + kappa.value * users * (users - 1);
  return (lambda.value * users) / divisor;
}

/** The fitted curve over the levels that were measured, ready to draw. */
export function uslLine(
  fit: UslFit,
  curve: readonly SaturationPoint[],
  count = 96,
): { readonly levels: readonly number[]; readonly throughputs: readonly number[] } {
  const [from, to] = [curve[0]?.level ?? 1, curve.at(-1)?.level ?? 1];
  // Geometric steps are even on a logarithmic axis, and close where a linear one bends most.
  const ratio = to / Math.max(from, 1e-9);
  const levels = Array.from({ length: count + 1 }, (_, step) => from * ratio ** (step / count));
  return { levels, throughputs: levels.map((level) => fittedThroughput(fit, level)) };
}

/** Whether levels spread so that most of a linear axis would be empty, as those of doubling do. */
export function readsBetterLogarithmic(rows: readonly SaturationRow[]): boolean {
  const levels = distinct(
    rows.flatMap(({ saturation }) => saturation.curve.map(({ level }) => level)),
  ).sort((a, b) => a - b);
  const middle = levels[Math.floor((levels.length - 1) / 2)] ?? 0;
  return (levels[0] ?? 0) > 0 && middle < 0.2 * (levels.at(-1) ?? 0);
}

const criterionWords = {
  plateau: 'Throughput stops rising',
  failures: 'Requests begin to fail',
  none: 'Not saturated',
} as const;

/** Which rule found the saturation, in a few words. */
export function criterionText({ criterion }: Saturation): string {
  return criterionWords[criterion];
}

/** Text alternative: the saturation of the rows. */
export function saturationSummary(title: string, rows: readonly SaturationRow[]): string {
  const parts = rows.map(({ series, saturation, point }) => {
    if (!point) return `${series.label} did not saturate`;
    const by = saturation.manual ? ', set by hand' : '';
    const rate = levelDigits(Math.round(point.throughputRps));
    return `${series.label} saturates at ${levelText(saturation.of, point.level)} with ${rate} requests/s${by}`;
  });
  return `${title}: throughput and p95 latency over level. ${parts.join('. ')}.`;
}

/** The figures of the curves: a row for each point. */
export function saturationTable(title: string, rows: readonly SaturationRow[]): FigureTable {
  const of: LevelUnit = rows[0]?.saturation.of ?? 'users';
  return {
    caption: title,
    header: [
      'Series',
      levelWords(of).header,
      'Throughput (requests/s)',
      'Mean (ms)',
      'p95 (ms)',
      'Mark',
    ],
    rows: rows.flatMap(({ series, saturation, point }) =>
      saturation.curve.map(({ level, throughputRps, meanMs, p95Ms }) => [
        series.label,
        level,
        throughputRps,
        meanMs,
        p95Ms,
        [
          ...(level === point?.level ? ['saturation'] : []),
          ...(level === saturation.knee?.level ? ['knee'] : []),
        ].join(', '),
      ]),
    ),
  };
}
