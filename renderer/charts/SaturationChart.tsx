import { memo, type PointerEvent } from 'react';
import type { SaturationPoint } from '../../contracts/result.ts';
import { levelDigits, levelText, levelWords } from '../data/loadLevel.ts';
import { type SaturationRow, uslLine } from '../data/saturation.ts';
import { logScale, type Scale, zeroScale } from '../data/ticks.ts';
import { latencyUnit, tickTexts } from '../data/units.ts';
import { ValueAxis } from './Axes.tsx';
import { linePath, mapRange, markerPath, type PlotBox } from './geometry.ts';
import { curveLook, ink, type LegendItem, tickSize } from './look.ts';

export interface SaturationChartProps {
  /** At most one row of each series. */
  readonly rows: readonly SaturationRow[];
  readonly width: number;
  readonly height: number;
  readonly hidden: ReadonlySet<string>;
  /** A logarithmic axis of levels. */
  readonly log: boolean;
  /** Called with the point that was clicked. */
  readonly onPick?: (row: SaturationRow, point: SaturationPoint) => void;
}

const margin = { left: 52, right: 18, top: 20, between: 34, bottom: 34 };
/** Pixels within which a click means a point. */
const reach = 14;

type Map = (value: number) => number;

/** Throughput over level, and p95 under it on the same axis, with what was concluded of them. */
export const SaturationChart = memo(function SaturationChart(props: SaturationChartProps) {
  const { width, height, log, onPick } = props;
  const rows = props.rows.filter(({ series }) => !props.hidden.has(series.key));
  const [upper, lower] = boxes(width, height);
  if (upper.width < 40 || lower.height < 20) return null;
  const levels = levelAxis(rows, log);
  const scaled = (level: number) => (log ? Math.log10(level) : level);
  const across = mapRange(
    [scaled(levels.min), scaled(levels.max)],
    [upper.left, upper.left + upper.width],
  );
  const x: Map = (level) => across(scaled(level));
  const points = rows.flatMap(({ saturation }) => saturation.curve);
  const throughput = zeroScale(Math.max(0, ...points.map((point) => point.throughputRps)), 4);
  const slowest = Math.max(0, ...points.map(({ p95Ms }) => p95Ms));
  const unit = latencyUnit(slowest);
  const latency = zeroScale(slowest * unit.factor, 3);
  const y = mapRange([0, throughput.max], [upper.top + upper.height, upper.top]);
  const yLatency = mapRange([0, latency.max / unit.factor], [lower.top + lower.height, lower.top]);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    const corner = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - corner.left, y: event.clientY - corner.top };
    const found = nearest(rows, at, x, y);
    if (found) onPick?.(found.row, found.point);
  };
  const unitOfLevels = rows[0]?.saturation.of ?? 'users';
  return (
    <svg width={width} height={height} aria-hidden focusable="false" onPointerUp={pick}>
      <ValueAxis box={upper} scale={throughput} />
      <ValueAxis box={lower} scale={latency} />
      <PanelName box={upper} text="requests/s" />
      <PanelName box={lower} text={`p95, ${unit.unit}`} />
      <LevelAxis box={lower} scale={levels} x={x} words={levelWords(unitOfLevels).axis} />
      {rows.map((row) => {
        const look = curveLook(row.series);
        return (
          <g key={row.key}>
            <Drop row={row} look={look} x={x} y={y} box={upper} below={lower} />
            <Fit row={row} look={look} x={x} y={y} />
            <Curve row={row} look={look} x={x} y={(point) => y(point.throughputRps)} />
            <Curve row={row} look={look} x={x} y={(point) => yLatency(point.p95Ms)} />
            <Marks row={row} look={look} x={x} y={y} pickable={onPick !== undefined} />
          </g>
        );
      })}
    </svg>
  );
});

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

function levelAxis(rows: readonly SaturationRow[], log: boolean): Scale {
  const levels = rows.flatMap(({ saturation }) => saturation.curve.map(({ level }) => level));
  const max = Math.max(1, ...levels);
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

function PanelName({ box, text }: { box: PlotBox; text: string }) {
  return (
    <text x={2} y={box.top - 9} fontSize={tickSize} fill={ink.tick}>
      {text}
    </text>
  );
}

interface LevelAxisProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  readonly x: Map;
  readonly words: string;
}

function LevelAxis({ box, scale, x, words }: LevelAxisProps) {
  const bottom = box.top + box.height + 0.5;
  const texts = tickTexts(scale.ticks);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {scale.ticks.map((tick, index) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${bottom}v4`} stroke={ink.axis} strokeWidth={1} />
          <text x={x(tick)} y={bottom + 15}>
            {texts[index]}
          </text>
        </g>
      ))}
      <text x={box.left + box.width / 2} y={bottom + 30}>
        {words}
      </text>
    </g>
  );
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
  const { usl, curve } = row.saturation;
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

/** A dotted line from the saturation point down through both panels. */
function Drop(props: RowProps & { y: Map; box: PlotBox; below: PlotBox }) {
  const { row, look, x, y, below } = props;
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

/** A ring at the saturation point, twofold where it was set by hand, and a diamond at the knee. */
function Marks({ row, look, x, y, pickable }: RowProps & { y: Map; pickable: boolean }) {
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
