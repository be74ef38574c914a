import type { HeatMap } from '../../../contracts/heat-map.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportCurve, ReportFigure } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { capital, type Work, workOf, workWords } from '../../../contracts/work.ts';
import { levelOf } from '../../../metrics/levels.ts';
import { type Curve, curveWords } from '../../charts/curve.ts';
import { curveLook } from '../../charts/look.ts';
import { drawnPercentiles } from '../../data/percentiles.ts';
import { cellSeries, seriesKey } from '../../data/series.ts';
import type { FigureTable } from '../../data/table.ts';

type Percentiles = Extract<ReportFigure, { type: 'percentiles' }>;

/** The answered trials of each series of a shape and level, and the curves of their repetitions together. */
export function curvesOf(
  { trials }: ResultDocument,
  { shape, level }: Percentiles,
  stored: Readonly<Record<string, ReportCurve>>,
): {
  readonly trials: readonly TrialResult[];
  readonly curves: readonly Curve[];
  /** Maximum trials of a curve. */
  readonly repetitions: number;
} {
  const own = trials.filter(
    ({ cell, requests }) => requests.ok > 0 && cell.shape === shape && levelOf(cell) === level,
  );
  const chosen = cellSeries(own.map(({ cell }) => cell)).flatMap((series) => {
    const trials = own.filter(({ cell }) => seriesKey(cell) === series.key);
    const trial = trials.find(({ id }) => stored[id]);
    const curve = trial && stored[trial.id];
    return curve ? [{ series, trial, trials, curve }] : [];
  });
  return {
    trials: chosen.flatMap(({ trials }) => trials),
    repetitions: Math.max(0, ...chosen.map(({ curve }) => curve.trials)),
    curves: chosen.flatMap(({ series, trial, curve }) => {
      const counts = workOf(trial);
      const look = curveLook(series);
      const points = drawnPercentiles(curve.curve, curve.count);
      if (!curve.serviceCurve) return [{ look, points, counts }];
      const service = {
        ...look,
        key: `${look.key}/service`,
        label: `${look.label}, service time`,
        dash: '5 3',
        width: 1.25,
      };
      return [
        { look: { ...look, label: `${look.label}, latency` }, points, counts },
        { look: service, points: drawnPercentiles(curve.serviceCurve, curve.count), counts },
      ];
    }),
  };
}

/** Every point of the curves, a row each. */
export function curveTable(caption: string, curves: readonly Curve[]): FigureTable {
  const words = curveWords(curves);
  return {
    caption,
    header: ['Series', `Share of ${words.many}`, `${capital(words.latency)} (ms)`],
    rows: curves.flatMap(({ look, points }) =>
      points.map(({ share, ms }) => [look.label, share, ms]),
    ),
  };
}

/** Every non-empty cell of a heat map, a row each. @param counts what is counted. */
export function heatRows(caption: string, map: HeatMap, counts: Work): FigureTable {
  return {
    caption,
    header: [
      'Start (s)',
      'Length (s)',
      'Above (ms)',
      'Up to (ms)',
      capital(workWords[counts].many),
    ],
    rows: map.columns.flatMap(({ startSeconds, seconds, counts: bands }) =>
      bands.flatMap((count, band) => {
        const [from, to] = [map.edgesMs[band] ?? null, map.edgesMs[band + 1] ?? null];
        return count === 0 ? [] : [[startSeconds, seconds, from, to, count]];
      }),
    ),
  };
}
