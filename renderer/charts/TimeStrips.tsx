import { Fragment, memo, useCallback, useMemo } from 'react';
import type { Protocol } from '../../contracts/words.ts';
import type { Work } from '../../contracts/work.ts';
import { formatCount, groupDigits, threeDigits } from '../../metrics/format.ts';
import { howTimeFigure } from '../data/how.ts';
import type { Moment } from '../data/liveHistory.ts';
import type { FigureTable } from '../data/table.ts';
import { limitAt, type ThresholdLine } from '../data/thresholdLines.ts';
import { momentText } from '../data/timeTicks.ts';
import {
  type TimeFigure,
  type TimeSeries,
  timeFiguresOf,
  timeFigureWords,
  timeSeries,
} from '../data/trialSeries.ts';
import { ChartFrame, type DrawArea, type LogAxis } from './ChartFrame.tsx';
import type { TimeCursor } from './cursor.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { HowFacts } from './HowComputed.tsx';
import { LineChart } from './LineChart.tsx';
import type { LegendItem } from './look.ts';
import type { TimeMark } from './TimeMarks.tsx';
import styles from './TimeStrips.module.css';
import { timeLook } from './timeLook.ts';
import { useZoom, type Zoom } from './zoom.ts';

interface TimeStripsProps {
  /** Unit that the trial counts. */
  readonly counts: Work;
  readonly moments: readonly Moment[];
  readonly domain: readonly [number, number];
  readonly measuredFrom: number | null;
  readonly protocol: Protocol;
  readonly cursor: TimeCursor;
  readonly origin: string;
  /** Moments marked by the user. */
  readonly marks?: readonly TimeMark[];
  /** The thresholds of the trial. */
  readonly thresholds?: readonly ThresholdLine[];
}

/** Throughput, latency, users, errors and CPU of one trial, aligned on one time axis and cursor. */
export function TimeStrips(props: TimeStripsProps) {
  const times = useMemo(() => props.moments.map(({ at }) => at), [props.moments]);
  const [from, to] = props.domain;
  const format = useCallback((at: number) => momentText(at, [from, to]), [from, to]);
  const zoom = useZoom({ axis: 'Time', unit: 's', whole: props.domain, format });
  const domain = zoom.range ?? props.domain;
  return (
    <div className={styles.strips}>
      {timeFiguresOf(props.moments).map((figure, index) => (
        <Fragment key={figure}>
          <div className={styles.strip} data-figure={figure}>
            <Strip
              {...props}
              domain={domain}
              figure={figure}
              times={times}
              zoom={zoom}
              first={index === 0}
            />
          </div>
          {figure === 'latency' && <HeatStrip {...props} domain={domain} />}
        </Fragment>
      ))}
    </div>
  );
}

/** The minimum top of each axis, so that an idle chart does not magnify noise. */
const floors: Record<TimeFigure, number> = {
  throughput: 10,
  latency: 0.1,
  users: 1,
  dropped: 1,
  errors: 1,
  cpu: 1,
};
const formats: Record<TimeFigure, (value: number) => string> = {
  throughput: threeDigits,
  latency: threeDigits,
  users: formatCount,
  dropped: threeDigits,
  errors: threeDigits,
  cpu: (value) => groupDigits(value, 2),
};

const noMarks: readonly TimeMark[] = [];
const noThresholds: readonly ThresholdLine[] = [];

interface StripProps extends TimeStripsProps {
  readonly figure: TimeFigure;
  readonly times: readonly number[];
  /** Zoom of all strips; the first one has its controls. */
  readonly zoom: Zoom;
  readonly first: boolean;
}

/** The metrics that spread over decades. */
const logAxes: Partial<Record<TimeFigure, readonly LogAxis[]>> = {
  throughput: [{ key: 'value', name: 'throughput', log: false }],
  latency: [{ key: 'value', name: 'latency', log: false }],
};

const Strip = memo(function Strip(props: StripProps) {
  const { figure, moments, times, protocol } = props;
  const { title, unit, better } = timeFigureWords(figure, props.counts);
  const series = useMemo(() => timeSeries(figure, moments), [figure, moments]);
  const keys = series.map(({ key }) => key).join(' ');
  const looks = useMemo(
    () => series.map((one) => timeLook(figure, one, protocol)),
    [figure, keys, protocol],
  );
  const limits = useMemo(
    () =>
      (props.thresholds ?? noThresholds)
        .filter((line) => line.figure === figure)
        .map((line) => ({
          label: line.label,
          values: moments.map((moment) => limitAt(line, moment)),
        })),
    [props.thresholds, figure, moments],
  );
  const draw = ({ width, height, hidden, log, print }: DrawArea) => {
    const shown = visible(series, looks, hidden);
    return (
      <LineChart
        width={width}
        height={height}
        times={times}
        series={shown.series}
        looks={shown.looks}
        domain={props.domain}
        measuredFrom={props.measuredFrom}
        floor={floors[figure]}
        minStep={figure === 'users' ? 1 : 0}
        format={formats[figure]}
        cursor={props.cursor}
        warmUpLabel={print || figure === 'throughput'}
        timeLabels={print || figure === 'cpu'}
        area={figure === 'throughput' || figure === 'users'}
        log={log.has('value')}
        {...(print ? {} : { onZoom: props.zoom.set })}
        marks={props.marks ?? noMarks}
        limits={limits}
        markLabels={print || figure === 'throughput'}
      />
    );
  };
  return (
    <ChartFrame
      dense
      title={title}
      unit={unit}
      better={better}
      summary={`${title} of the trial over time, in ${unit}. “Show data” lists the values.`}
      legend={looks}
      draw={draw}
      table={() => stripTable(title, unit, times, series)}
      origin={props.origin}
      axes={logAxes[figure] ?? noAxes}
      how={<HowFacts facts={howTimeFigure(figure, props.counts)} />}
      {...(props.first ? { zoom: props.zoom } : {})}
    />
  );
});

const noAxes: readonly LogAxis[] = [];

function visible(
  series: readonly TimeSeries[],
  looks: readonly LegendItem[],
  hidden: ReadonlySet<string>,
): { series: readonly TimeSeries[]; looks: readonly LegendItem[] } {
  if (hidden.size === 0) return { series, looks };
  return {
    series: series.filter(({ key }) => !hidden.has(key)),
    looks: looks.filter(({ key }) => !hidden.has(key)),
  };
}

function stripTable(
  title: string,
  unit: string,
  times: readonly number[],
  series: readonly TimeSeries[],
): FigureTable {
  const rows = times.map((at, index) => [at, ...series.map(({ values }) => values[index] ?? null)]);
  const names = series.map(({ label }) => `${label} (${unit})`);
  return { caption: title, header: ['Time (s)', ...names], rows };
}
