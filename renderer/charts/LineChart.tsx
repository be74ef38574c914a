import { memo, type PointerEvent, useMemo } from 'react';
import { type Scale, zeroScale } from '../data/ticks.ts';
import type { TimeSeries } from '../data/trial-series.ts';
import { seriesMax } from '../data/trial-series.ts';
import { TimeAxis, timeTicks, ValueAxis } from './Axes.tsx';
import type { TimeCursor } from './cursor.ts';
import { areaPath, linePath, mapRange, type PlotBox } from './geometry.ts';
import { LineReadout } from './LineReadout.tsx';
import { ink, type LegendItem, tickSize } from './look.ts';

export interface LineChartProps {
  readonly width: number;
  readonly height: number;
  /** Seconds, rising; every series has a value for each. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** Parallel to `series`. */
  readonly looks: readonly LegendItem[];
  readonly domain: readonly [number, number];
  /** Seconds at which the warm-up ended, null while it lasts, 0 where there was none. */
  readonly measuredFrom: number | null;
  /** Value of the top of the axis at least, so that an idle chart has a meaning. */
  readonly floor: number;
  /** Writes a value in the readout. */
  readonly format: (value: number) => string;
  readonly cursor: TimeCursor;
  readonly timeLabels: boolean;
  /** Fills below the first line. */
  readonly area?: boolean;
}

const margin = { left: 50, right: 92, top: 7, bottom: 6, bottomWithLabels: 20 };

/**
 * Lines over time. Drawn without a charting library: it is redrawn four times a second beside a
 * running load, and has to leave the processor alone.
 */
export const LineChart = memo(function LineChart(props: LineChartProps) {
  const { width, height, times, series, domain } = props;
  const scale = zeroScale(Math.max(props.floor, seriesMax(series)), height < 90 ? 2 : 4);
  const box = plotBox(width, height, props.timeLabels);
  if (box.width < 20 || box.height < 10) return null;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = domain[0] + ((offset - box.left) / box.width) * (domain[1] - domain[0]);
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
      <WarmUp box={box} until={x(clamp(props.measuredFrom ?? domain[1], domain))} />
      <ValueAxis box={box} scale={scale} />
      <TimeAxis
        box={box}
        domain={domain}
        ticks={timeTicks(domain, Math.max(2, Math.floor(box.width / 70)))}
        labels={props.timeLabels}
      />
      <Lines {...props} box={box} scale={scale} />
      <LineReadout {...props} box={box} scale={scale} times={times} />
    </svg>
  );
});

function plotBox(width: number, height: number, labels: boolean): PlotBox {
  const bottom = labels ? margin.bottomWithLabels : margin.bottom;
  return {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - bottom,
  };
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}

/** Shades what is excluded from every figure. */
function WarmUp({ box, until }: { box: PlotBox; until: number }) {
  const width = until - box.left;
  if (width <= 0) return null;
  return (
    <g>
      <rect x={box.left} y={box.top} width={width} height={box.height} fill="var(--wb-sunken)" />
      <line
        x1={until}
        x2={until}
        y1={box.top}
        y2={box.top + box.height}
        stroke={ink.axis}
        strokeWidth={1}
        strokeDasharray="2 2"
      />
      {width > 52 && box.height > 50 && (
        <text x={box.left + 5} y={box.top + 11} fontSize={tickSize - 0.5} fill={ink.tick}>
          Warm-up
        </text>
      )}
    </g>
  );
}

interface LinesProps extends LineChartProps {
  readonly box: PlotBox;
  readonly scale: Scale;
}

function Lines({ box, scale, domain, times, series, looks, area }: LinesProps) {
  const paths = useMemo(() => {
    const x = mapRange(domain, [box.left, box.left + box.width]);
    const base = box.top + box.height;
    const y = mapRange([scale.min, scale.max], [base, box.top]);
    const first = series[0];
    return {
      fill: area && first ? areaPath(times, first.values, x, y, base) : '',
      lines: series.map(({ values }) => linePath(times, values, x, y)),
    };
  }, [times, series, domain, box.left, box.top, box.width, box.height, scale.min, scale.max, area]);
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
