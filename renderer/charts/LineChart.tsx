import { memo, type PointerEvent, useId, useMemo } from 'react';
import { logScale, type Scale, zeroScale } from '../data/ticks.ts';
import type { TimeSeries } from '../data/trialSeries.ts';
import { timeTop } from '../data/trialSeries.ts';
import { TimeAxis, ValueAxis } from './Axes.tsx';
import { Brush } from './Brush.tsx';
import type { TimeCursor } from './cursor.ts';
import { areaPath, linePath, mapRange, mapScale, type PlotBox } from './geometry.ts';
import { LimitLines, limitsTop, type TimeLimit } from './LimitLines.tsx';
import { LineReadout } from './LineReadout.tsx';
import { ink, type LegendItem, tickSize } from './look.ts';
import { usePlotBox } from './plotBox.ts';
import { type TimeMark, TimeMarks } from './TimeMarks.tsx';
import type { AxisRange } from './zoom.ts';

export interface LineChartProps {
  readonly width: number;
  readonly height: number;
  /** Seconds, ascending; every series has a value for each. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** Parallel to `series`. */
  readonly looks: readonly LegendItem[];
  readonly domain: readonly [number, number];
  /** End of the warm-up in seconds; null while it lasts, 0 if there was none. */
  readonly measuredFrom: number | null;
  /** Minimum for the top of the axis, so that an idle chart stays meaningful. */
  readonly floor: number;
  /** Minimum step between ticks, such as 1 for counts. */
  readonly minStep?: number;
  /** Writes a value in the readout. */
  readonly format: (value: number) => string;
  readonly cursor: TimeCursor;
  readonly timeLabels: boolean;
  /** Fills below the first line. */
  readonly area?: boolean;
  /** Writes “Warm-up” in its shade. */
  readonly warmUpLabel?: boolean;
  /** A logarithmic axis of values. */
  readonly log?: boolean;
  /** Called with the seconds that were dragged over. */
  readonly onZoom?: (stretch: AxisRange) => void;
  /** Moments marked by the user; labelled if `markLabels` is true. */
  readonly marks?: readonly TimeMark[];
  readonly markLabels?: boolean;
  /** Thresholds of what the lines show. */
  readonly limits?: readonly TimeLimit[];
}

/**
 * Lines over time. Drawn without a charting library: it is redrawn four times a second during a
 * running load, and must use little CPU.
 */
export const LineChart = memo(function LineChart(props: LineChartProps) {
  const { width, height, times, series, domain, measuredFrom, log = false, onZoom } = props;
  const clip = useId();
  const from = measuredFrom ?? Number.POSITIVE_INFINITY;
  const top = timeTop(times, series, from);
  const max = limitsTop(Math.max(props.floor, top.max), props.limits);
  const cut = log || top.cut === null || top.cut.value <= max ? null : top.cut;
  const scale = useSameScale(
    log
      ? logScale(minPositive(series, max), max)
      : zeroScale(max, height < 90 ? 2 : 4, props.minStep),
  );
  const box = usePlotBox(width, height, props.timeLabels);
  if (box.width < 20 || box.height < 10) return null;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const invert = mapRange([box.left, box.left + box.width], domain);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = invert(offset);
    props.cursor.set(at >= domain[0] && at <= domain[1] ? at : null);
  };
  return (
    <svg
      width={width}
      height={height}
      aria-hidden
      focusable="false"
      onPointerMove={move}
      onPointerLeave={() => props.cursor.set(null)}
    >
      <Clip id={clip} box={box} />
      <WarmUp
        box={box}
        until={x(clamp(measuredFrom ?? times.at(-1) ?? 0, domain))}
        over={measuredFrom !== null}
        label={props.warmUpLabel ?? false}
      />
      <ValueAxis box={box} scale={scale} log={log} />
      <TimeAxis box={box} domain={domain} labels={props.timeLabels} />
      <g clipPath={`url(#${clip})`}>
        <Lines {...props} box={box} scale={scale} />
      </g>
      <LimitLines {...props} box={box} scale={scale} />
      {cut && <CutPeak box={box} x={x(clamp(cut.at, domain))} words={props.format(cut.value)} />}
      <TimeMarks box={box} domain={domain} marks={props.marks} labels={props.markLabels} />
      <LineReadout {...props} box={box} scale={scale} times={times} />
      {onZoom && <Brush box={box} invert={invert} onZoom={onZoom} />}
    </svg>
  );
});

/** The previous scale while it is equal, so that its axis need not be redrawn. */
function useSameScale(scale: Scale): Scale {
  const { min, max, ticks } = scale;
  return useMemo(() => scale, [min, max, ticks.length]);
}

/** The smallest value above zero, but at most three decades below the largest. */
function minPositive(series: readonly TimeSeries[], max: number): number {
  let least = max;
  for (const { values } of series) {
    for (const value of values) if (value !== null && value > 0 && value < least) least = value;
  }
  return Math.max(least, max / 1000);
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}

/** Clips the lines to the plot, with room for their width. */
const Clip = memo(function Clip({ id, box }: { id: string; box: PlotBox }) {
  return (
    <clipPath id={id}>
      <rect x={box.left} y={box.top - 2} width={box.width + 2} height={box.height + 3} />
    </clipPath>
  );
});

interface WarmUpProps {
  readonly box: PlotBox;
  /** Right end of the shade in pixels. */
  readonly until: number;
  /** Whether the warm-up has ended. */
  readonly over: boolean;
  readonly label: boolean;
}

/** Shades the time excluded from all results. */
const WarmUp = memo(function WarmUp({ box, until, over, label }: WarmUpProps) {
  const width = until - box.left;
  if (width <= 0) return null;
  const bottom = box.top + box.height;
  return (
    <g>
      <rect x={box.left} y={box.top} width={width} height={box.height} fill={ink.shade} />
      {over && (
        <path
          d={`M${until} ${box.top}V${bottom}`}
          stroke={ink.axis}
          strokeWidth={1}
          strokeDasharray="2 2"
        />
      )}
      {label && width > 52 && (
        <text x={box.left + 5} y={box.top + 11} fontSize={tickSize - 0.5} fill={ink.tick}>
          Warm-up
        </text>
      )}
    </g>
  );
});

/** Writes the maximum of a line that leaves the plot during the warm-up. */
function CutPeak({ box, x, words }: { box: PlotBox; x: number; words: string }) {
  const fromRight = x > box.left + box.width - 60;
  return (
    <text
      x={x + (fromRight ? -5 : 5)}
      y={box.top + (box.height < 90 ? 9 : 24)}
      textAnchor={fromRight ? 'end' : 'start'}
      fontSize={tickSize - 0.5}
      fill={ink.text}
    >
      ↑ {words}
    </text>
  );
}

interface LinesProps extends LineChartProps {
  readonly box: PlotBox;
  readonly scale: Scale;
}

function Lines({ box, scale, domain, times, series, looks, area, log = false }: LinesProps) {
  const paths = useMemo(() => {
    const x = mapRange(domain, [box.left, box.left + box.width]);
    const base = box.top + box.height;
    const y = mapScale({ min: scale.min, max: scale.max }, [base, box.top], log);
    const first = series[0];
    return {
      fill: area && first ? areaPath(times, first.values, x, y, base) : '',
      lines: series.map(({ values }) => linePath(times, values, x, y)),
    };
  }, [
    times,
    series,
    domain,
    box.left,
    box.top,
    box.width,
    box.height,
    scale.min,
    scale.max,
    area,
    log,
  ]);
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {paths.fill && <path d={paths.fill} fill={looks[0]?.color} fillOpacity={0.12} />}
      {series.map(({ key }, index) => (
        <path
          key={key}
          d={paths.lines[index]}
          stroke={looks[index]?.color}
          strokeWidth={looks[index]?.width}
          strokeDasharray={
            looks[index]?.dash === '0' ? undefined : (looks[index]?.dash ?? undefined)
          }
          strokeOpacity={looks[index]?.fill === 'half' ? 0.6 : 1}
        />
      ))}
    </g>
  );
}
