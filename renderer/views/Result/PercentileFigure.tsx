import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CellCurve } from '../../../contracts/compare.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Verdict } from '../../../contracts/words.ts';
import { capital, workOfTrials } from '../../../contracts/work.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { type Curve, curveWords } from '../../charts/curve.ts';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { curveLook, type LegendItem } from '../../charts/look.ts';
import { PercentileChart } from '../../charts/PercentileChart.tsx';
import { SwatchIcon } from '../../charts/Swatch.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { worseVerdict } from '../../data/columns.ts';
import { doubtNotes } from '../../data/doubtNotes.ts';
import { howPercentiles } from '../../data/how.ts';
import { curveAt, drawnPercentiles, sharePosition } from '../../data/percentiles.ts';
import { cellSeries, seriesKey } from '../../data/series.ts';
import type { FigureTable } from '../../data/table.ts';
import { engine } from '../../transport/engine.ts';
import styles from './Result.module.css';

interface PercentileFigureProps {
  /** One trial of each series, or all its repetitions if their run is given. */
  readonly trials: readonly TrialResult[];
  /** Merges the completed repetitions of each cell of this run; null for single trials. */
  readonly pooledRun: string | null;
  readonly title: string;
  readonly origin: string;
}

/** The curves of some trials, read from the store when shown. */
export function PercentileFigure({ trials, pooledRun, title, origin }: PercentileFigureProps) {
  const drawn = useMemo(() => oneOfEach(trials), [trials]);
  const queries = useQueries({
    queries: drawn.map(({ id, cell, status }) => ({
      queryKey: ['percentiles', pooledRun, id],
      queryFn: () =>
        pooledRun !== null && status === 'completed' ? pool(pooledRun, cell) : single(id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const answers = queries.map(({ data }) => data);
  const loaded = answers.every((answer) => answer !== undefined);
  const curves = useMemo(
    () => (loaded ? makeCurves(drawn, answers) : []),
    // Answers are cached indefinitely: they change only with the trials.
    [loaded, drawn, answers],
  );
  const failed = queries.find(({ error }) => error);
  if (failed) {
    const retry = () => queries.forEach((query) => void query.refetch());
    return (
      <FailedState title="The curves could not be read" error={failed.error} onRetry={retry} />
    );
  }
  const words = curveWords(curves);
  if (!loaded) return <LoadingState label="Reading the curves" rows={6} />;
  return (
    <>
      <ChartFrame
        title={title}
        unit="ms"
        better="lower"
        summary={`${title}: the ${words.measure} that each share of the ${words.many} did not exceed, for ${curves.map(({ look }) => look.label).join(', ')}.`}
        legend={curves.map(({ look }) => look)}
        height={320}
        grow={420}
        table={() => curveTable(title, curves)}
        origin={origin}
        footnotes={[...kindNotes(answers), ...verdictNotes(trials)]}
        how={<HowFacts facts={howPercentiles(trials)} />}
        axes={latencyAxes[workOfTrials(trials)]}
        draw={(area) => <PercentileChart curves={curves} {...area} />}
      />
      <PercentileTable title={title} curves={curves} />
    </>
  );
}

const latencyAxes = {
  requests: [{ key: 'latency', name: 'latency', log: true }],
  iterations: [{ key: 'latency', name: 'time', log: true }],
};

/** A curve from the engine, with its number of answers. */
type Answer = Pick<CellCurve, 'curve' | 'serviceCurve' | 'requests'>;

/** A completed trial of each series, or else the first. */
function oneOfEach(trials: readonly TrialResult[]): TrialResult[] {
  return cellSeries(trials.map(({ cell }) => cell)).flatMap(({ key }) => {
    const own = trials.filter(({ cell }) => seriesKey(cell) === key);
    return own.find(({ status }) => status === 'completed') ?? own[0] ?? [];
  });
}

function pool(runId: string, cell: Cell): Promise<Answer> {
  return engine.compare.curve({ runId, cell });
}

async function single(trialId: string): Promise<Answer> {
  const { curve, serviceCurve, latency } = await engine.runs.histogram({ trialId });
  return { curve, serviceCurve, requests: latency.count };
}

function makeCurves(
  trials: readonly TrialResult[],
  answers: readonly (Answer | undefined)[],
): Curve[] {
  return cellSeries(trials.map(({ cell }) => cell)).flatMap((series) => {
    const index = trials.findIndex(({ cell }) => seriesKey(cell) === series.key);
    const answer = answers[index];
    if (!answer) return [];
    const look = curveLook(series);
    const { requests: count } = answer;
    const counts = workOfTrials(trials);
    const points = drawnPercentiles(answer.curve, count);
    if (!answer.serviceCurve) return [{ look, points, counts }];
    const service = drawnPercentiles(answer.serviceCurve, count);
    return [
      { look: { ...look, label: `${look.label}, latency` }, points, counts },
      { look: serviceLook(look), points: service, counts },
    ];
  });
}

/** The look of a curve of service times next to that of latencies: dashed and thinner. */
function serviceLook(look: LegendItem): LegendItem {
  const key = `${look.key}/service`;
  return { ...look, key, label: `${look.label}, service time`, dash: '5 3', width: 1.25 };
}

const openNote =
  'Latency (solid) is measured from the moment a request was due, service time (dashed) from the moment it was sent. Where latency exceeds service time, requests had to wait, as real users would have.';

/** Labels that distinguish the two kinds of curves, if there are both. */
function kindNotes(answers: readonly (Answer | undefined)[]): string[] {
  return answers.some((answer) => answer?.serviceCurve) ? [openNote] : [];
}

function verdictNotes(trials: readonly TrialResult[]): string[] {
  const series = cellSeries(trials.map(({ cell }) => cell));
  const judged = series.map(({ key, label }) => {
    const own = trials.filter(({ cell }) => seriesKey(cell) === key);
    const verdict = own.reduce<Verdict>(
      (worst, { client }) => worseVerdict(worst, client.verdict),
      'ok',
    );
    return { label, verdict };
  });
  return doubtNotes(judged);
}

const shares: readonly (readonly [label: string, share: number])[] = [
  ['50 %', 0.5],
  ['75 %', 0.75],
  ['90 %', 0.9],
  ['95 %', 0.95],
  ['99 %', 0.99],
  ['99.9 %', 0.999],
  ['99.99 %', 0.9999],
];

function valuesOf({ points }: Curve): (number | null)[] {
  return [
    ...shares.map(([, share]) => curveAt(points, sharePosition(share))),
    points.at(-1)?.ms ?? null,
  ];
}

function curveTable(title: string, curves: readonly Curve[]): FigureTable {
  const columns = curves.map(valuesOf);
  const labels = [...shares.map(([label]) => label), 'maximum'];
  return {
    caption: title,
    header: [
      `Share of ${curveWords(curves).many}`,
      ...curves.map(({ look }) => `${look.label} (ms)`),
    ],
    rows: labels
      .map((label, row) => [label, ...columns.map((values) => values[row] ?? null)])
      .filter(([, ...values]) => values.some((value) => value !== null)),
  };
}

/** The same in a table that is always visible: a row for each series. */
function PercentileTable({ title, curves }: { title: string; curves: readonly Curve[] }) {
  const { rows } = curveTable(title, curves);
  return (
    <div className={styles.percentileScroll}>
      <table className={styles.percentileTable} aria-label="Percentiles in milliseconds">
        <thead>
          <tr>
            <th scope="col">{`${capital(curveWords(curves).latency)} in ms at most, for`}</th>
            {rows.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {curves.map(({ look }, index) => (
            <tr key={look.key}>
              <th scope="row">
                <span className={styles.seriesName}>
                  <SwatchIcon item={look} />
                  {look.label}
                </span>
              </th>
              {rows.map(([label, ...values]) => (
                <td key={label}>{cell(values[index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cell(value: string | number | null | undefined): string {
  return threeDigits(typeof value === 'number' ? value : null);
}
