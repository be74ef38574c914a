import { memo, type PointerEvent, useId, useMemo } from 'react';
import type { SaturationPoint } from '../../contracts/result.ts';
import { levelDigits, levelText, levelWords } from '../../metrics/levels.ts';
import { latencyUnit } from '../../metrics/units.ts';
import type { CrossoverRow } from '../data/crossovers.ts';
import { type SaturationRow, uslLine } from '../data/saturation.ts';
import { linearTicks, logScale, type Scale, zeroScale } from '../data/ticks.ts';
import { markerPath } from '../look/markers.ts';
import { AcrossAxis, scaleTexts, ValueAxis } from './Axes.tsx';
import { Brush } from './Brush.tsx';
import { ChartTip } from './ChartTip.tsx';
import { CrossingMark } from './CrossingMark.tsx';
import { type Cursor, createCursor, type Pointed } from './cursor.ts';
import type { DrawArea } from './figure.ts';
import { linePath, mapScale, type PlotBox, unmapScale } from './geometry.ts';
import { curveLook, ink, type LegendItem, tickSize } from './look.ts';
import { PointerLine } from './PointerLine.tsx';
import { SaturationTip } from './SaturationTip.tsx';
import type { AxisRange, Zoom } from './zoom.ts';

export interface SaturationChartProps extends DrawArea {
  /** At most one row of each series. */
  readonly rows: readonly SaturationRow[];
  /** Marked if both of their curves are shown. */
  readonly crossings?: readonly CrossoverRow[];
  /** The range of levels shown; dragging over the plot chooses another. */
  readonly zoom?: Pick<Zoom, 'range' | 'set'>;
  /** Called with the point that was clicked. */
  readonly onPick?: (row: SaturationRow, point: SaturationPoint) => void;
}

const margin = { left: 52, right: 18, top: 20, between: 34, bottom: 34 };
/** Maximum distance in pixels between a click and its point. */
const reach = 14;

type Map = (value: number) => number;

/** Throughput by level, and p95 under it on the same axis, with the conclusions. */
export const SaturationChart = memo(function SaturationChart(props: SaturationChartProps) {
  const { crossings = [], width, height, onPick, zoom } = props;
  const [log, logValues] = [props.log.has('level'), props.log.has('value')];
  const clip = useId();
  const pointer = useMemo(() => createCursor<Pointed<number>>(), []);
  const rows = props.rows.filter(({ series }) => !props.hidden.has(series.key));
  const [upper, lower] = boxes(width, height);
  if (upper.width < 40 || lower.height < 20) return null;
  const levels = levelAxis(rows, log, zoom?.range ?? null);
  const x = mapScale(levels, [upper.left, upper.left + upper.width], log);
  const invert = unmapScale(levels, [upper.left, upper.left + upper.width], log);
  const shown = shownPoints(rows, levels);
  const throughput = valueScale(
    shown.map((point) => point.throughputRps),
    1,
    4,
    logValues,
  );
  const unit = latencyUnit(Math.max(0, ...shown.map(({ p95Ms }) => p95Ms)));
  const latency = valueScale(
    shown.map(({ p95Ms }) => p95Ms),
    unit.factor,
    3,
    logValues,
  );
  const y = mapScale(throughput, [upper.top + upper.height, upper.top], logValues);
  const latencyPlace = mapScale(latency, [lower.top + lower.height, lower.top], logValues);
  const yLatency = (ms: number) => latencyPlace(ms * unit.factor);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const found = nearest(rows, placeIn(event), x, y);
    if (found) onPick?.(found.row, found.point);
  };
  const of = rows[0]?.saturation.of ?? 'users';
  const whole = { ...upper, height: lower.top + lower.height - upper.top };
  const texts = scaleTexts(levels, log);
  return (
    <>
      <svg
        width={width}
        height={height}
        aria-hidden
        focusable="false"
        onPointerUp={pick}
        {...pointing(rows, whole, x, pointer)}
      >
        <clipPath id={clip}>
          <rect
            x={whole.left - 11}
            y={whole.top - 18}
            width={whole.width + 22}
            height={whole.height + 20}
          />
        </clipPath>
        <ValueAxis box={upper} scale={throughput} log={logValues} title="throughput, requests/s" />
        <ValueAxis box={lower} scale={latency} log={logValues} title={`p95, ${unit.unit}`} />
        <AcrossAxis
          box={lower}
          ticks={levels.ticks.map((tick, index) => ({ x: x(tick), text: texts[index] ?? '' }))}
          title={levelWords(of).axis}
        />
        <PointerLine pointer={pointer} box={whole} x={x} />
        {zoom && !props.print && <Brush box={whole} invert={invert} onZoom={zoom.set} />}
        <g clipPath={`url(#${clip})`}>
          {rows.map((row) => {
            const look = curveLook(row.series);
            return (
              <g key={row.key}>
                <Drop row={row} look={look} x={x} y={y} below={lower} />
                <Fit row={row} look={look} x={x} y={y} />
                <Curve row={row} look={look} x={x} y={(point) => y(point.throughputRps)} />
                <Curve row={row} look={look} x={x} y={(point) => yLatency(point.p95Ms)} />
                <Marks
                  row={row}
                  look={look}
                  x={x}
                  y={y}
                  pickable={onPick !== undefined}
                  named={isTopmost(row, rows)}
                />
              </g>
            );
          })}
          {crossings.map((row) => (
            <CrossingMark key={row.key} row={row} curves={rows} x={x} y={y} />
          ))}
        </g>
      </svg>
      <ChartTip pointer={pointer}>
        {(level) => <SaturationTip rows={rows} level={level} />}
      </ChartTip>
    </>
  );
});

function placeIn(event: PointerEvent<SVGSVGElement>): { readonly x: number; readonly y: number } {
  const corner = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - corner.left, y: event.clientY - corner.top };
}

/** Snaps the pointer to measured levels. */
function pointing(
  rows: readonly SaturationRow[],
  box: PlotBox,
  x: Map,
  pointer: Cursor<Pointed<number>>,
) {
  const levels = rows.flatMap(({ saturation }) => saturation.curve.map(({ level }) => level));
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const at = placeIn(event).x;
    const inside = at >= box.left - reach && at <= box.left + box.width + reach;
    const [best] = inside
      ? [...levels].sort((a, b) => Math.abs(x(a) - at) - Math.abs(x(b) - at))
      : [];
    const { clientX, clientY } = event;
    pointer.set(best === undefined ? null : { clientX, clientY, at: best });
  };
  return { onPointerMove: move, onPointerLeave: () => pointer.set(null) };
}

function shownPoints(rows: readonly SaturationRow[], { min, max }: Scale): SaturationPoint[] {
  return rows
    .flatMap(({ saturation }) => saturation.curve)
    .filter(({ level }) => level >= min && level <= max);
}

function valueScale(values: readonly number[], factor: number, count: number, log: boolean): Scale {
  const max = Math.max(0, ...values) * factor;
  if (!log) return zeroScale(max, count);
  return logScale(Math.min(...values.filter((value) => value > 0)) * factor, max);
}

function boxes(width: number, height: number): [PlotBox, PlotBox] {
  const room = height - margin.top - margin.between - margin.bottom;
  const upper = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: room * 0.62,
  };
  const top = upper.top + upper.height + margin.between;
  return [upper, { ...upper, top, height: room * 0.38 }];
}

function levelAxis(rows: readonly SaturationRow[], log: boolean, range: AxisRange | null): Scale {
  const levels = rows.flatMap(({ saturation }) => saturation.curve.map(({ level }) => level));
  const max = Math.max(1, ...levels);
  if (range) {
    const [from, to] = [
      log ? Math.max(range[0], Math.min(max, ...levels) / 2) : range[0],
      range[1],
    ];
    const ticks = log ? logScale(from, to).ticks : linearTicks(from, to, 8);
    return { min: from, max: to, ticks: ticks.filter((tick) => tick >= from && tick <= to) };
  }
  return log ? logScale(Math.min(max, ...levels), max) : zeroScale(max, 8);
}

function nearest(
  rows: readonly SaturationRow[],
  at: { readonly x: number; readonly y: number },
  x: Map,
  y: Map,
) {
  const candidates = rows.flatMap((row) =>
    row.saturation.curve.map((point) => ({
      row,
      point,
      away: Math.hypot(x(point.level) - at.x, y(point.throughputRps) - at.y),
    })),
  );
  const [best] = candidates.sort((a, b) => a.away - b.away);
  return best && best.away <= reach ? best : null;
}

interface RowProps {
  readonly row: SaturationRow;
  readonly look: LegendItem;
  readonly x: Map;
}

function Curve({ row, look, x, y }: RowProps & { y: (point: SaturationPoint) => number }) {
  const { curve } = row.saturation;
  const places = curve.map((_, index) => index);
  const path = linePath(
    places,
    places,
    (index) => x(curve[index]?.level ?? 0),
    (index) => {
      const point = curve[index];
      return point ? y(point) : 0;
    },
  );
  return (
    <g>
      <path
        d={path}
        fill="none"
        stroke={look.color}
        strokeWidth={look.width}
        strokeDasharray={look.dash === '0' ? undefined : (look.dash ?? undefined)}
        strokeLinejoin="round"
      />
      {/* The seconds of a ramp are too many for a sign on each. */}
      {curve.length <= 40 &&
        curve.map((point) => (
          <path
            key={point.level}
            d={markerPath(look.marker ?? 'circle', x(point.level), y(point), 3)}
            fill={look.fill === 'outline' ? ink.paper : look.color}
            stroke={look.color}
            strokeWidth={1.25}
          />
        ))}
    </g>
  );
}

/** The fitted law, thin and dashed. */
function Fit({ row, look, x, y }: RowProps & { y: Map }) {
  const { usl } = row;
  const { curve } = row.saturation;
  if (!usl || curve.length < 2) return null;
  const { levels, throughputs } = uslLine(usl, curve);
  return (
    <path
      d={linePath(levels, throughputs, x, y)}
      fill="none"
      stroke={look.color}
      strokeWidth={1}
      strokeDasharray="4 3"
      strokeOpacity={0.75}
    />
  );
}

/** A dotted line from the saturation point through both panels. */
function Drop({ row, look, x, y, below }: RowProps & { y: Map; below: PlotBox }) {
  if (!row.point) return null;
  const at = x(row.point.level);
  return (
    <path
      d={`M${at} ${y(row.point.throughputRps)}V${below.top + below.height}`}
      stroke={look.color}
      strokeWidth={1}
      strokeDasharray="1.5 3"
    />
  );
}

/** Whether no other curve saturates at the same level with a higher point: one label per level is enough. */
function isTopmost({ point }: SaturationRow, rows: readonly SaturationRow[]): boolean {
  const same = rows.flatMap((row) => (row.point?.level === point?.level ? (row.point ?? []) : []));
  return same.every(({ throughputRps }) => throughputRps <= (point?.throughputRps ?? 0));
}

interface MarksProps extends RowProps {
  readonly y: Map;
  readonly pickable: boolean;
  /** Whether to write the level above the ring. */
  readonly named: boolean;
}

/** A ring at the saturation point, double if it was set by hand, and a diamond at the knee. */
function Marks({ row, look, x, y, pickable, named }: MarksProps) {
  const { saturation, point } = row;
  const { knee, manual } = saturation;
  const ring = { fill: 'none', stroke: look.color, strokeWidth: 1.5 };
  return (
    <g>
      {knee && (
        <path d={diamond(x(knee.level), y(knee.throughputRps))} {...ring} fill={ink.paper} />
      )}
      {point && (
        <>
          <circle cx={x(point.level)} cy={y(point.throughputRps)} r={6.5} {...ring} />
          {manual && <circle cx={x(point.level)} cy={y(point.throughputRps)} r={9.5} {...ring} />}
          {named && (
            <text
              x={x(point.level)}
              y={y(point.throughputRps) - 13}
              textAnchor="middle"
              fontSize={tickSize}
              fontWeight={560}
              fill={ink.title}
            >
              {levelDigits(point.level)}
            </text>
          )}
        </>
      )}
      {pickable &&
        saturation.curve.map((one) => (
          <circle
            key={one.level}
            cx={x(one.level)}
            cy={y(one.throughputRps)}
            r={8}
            fill="transparent"
            cursor="pointer"
          >
            <title>{`${row.series.label}: ${levelText(saturation.of, one.level)}, ${levelDigits(Math.round(one.throughputRps))} requests/s. Click to call this the saturation point.`}</title>
          </circle>
        ))}
    </g>
  );
}

function diamond(x: number, y: number): string {
  return `M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5Z`;
}
