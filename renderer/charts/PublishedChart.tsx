import { memo } from 'react';
import { drawnUnit } from '../../contracts/published.ts';
import type { Verdict } from '../../contracts/words.ts';
import { differInTrust } from '../data/columns.ts';
import {
  type PublishedColumn,
  type PublishedFigure,
  type PublishedSeries,
  publishedScale,
} from '../data/publishedFigure.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { ValueAxis } from './Axes.tsx';
import { ColumnMark } from './ColumnMark.tsx';
import { type ColumnSlot, columnLayout } from './columnLayout.ts';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapScale, plotWithin } from './geometry.ts';
import { doubtLooks, ink, type LegendItem, tickSize } from './look.ts';

interface PublishedChartProps extends DrawArea {
  readonly figure: PublishedFigure;
}

const margin = { top: 24, right: 8, left: 56, bottom: 24 };
const line = 13;

/** Height in pixels: the plot, plus the text under the columns. */
export function publishedChartHeight({ groups }: PublishedFigure): number {
  return 250 + line * Math.max(1, groups[0]?.labels.length ?? 1);
}

/** The looks of the series, and the meaning of the lines over some of our columns. */
export function publishedLegend(figure: PublishedFigure): LegendItem[] {
  return [...looksOf(figure.series), ...doubtLooks(ourVerdicts(figure))];
}

function ourVerdicts({ groups }: PublishedFigure): Verdict[] {
  return groups.flatMap(({ columns }) => columns.flatMap((one) => one?.ours?.verdict ?? []));
}

/** Series without a protocol are grey. */
function looksOf(series: readonly PublishedSeries[]): LegendItem[] {
  return series.map(({ key, label, protocol }, index) => {
    const style = protocol ? protocolStyle(protocol) : null;
    return {
      key,
      label,
      color: style?.color ?? 'var(--wb-ink-2)',
      marker: style?.marker ?? (index === 0 ? 'circle' : 'square'),
      dash: null,
      width: 0,
      fill: style || index === 0 ? 'solid' : 'tint',
      pattern: style?.pattern ?? 'solid',
    };
  });
}

/** Our columns, each with an open marker at the published value. */
export const PublishedChart = memo(function PublishedChart(props: PublishedChartProps) {
  const { figure, width, height, hidden } = props;
  const looks = looksOf(figure.series)
    .map((look, index) => ({ look, index }))
    .filter(({ look }) => !hidden.has(look.key));
  const lines = Math.max(1, figure.groups[0]?.labels.length ?? 1);
  const box = plotWithin(props, { ...margin, bottom: margin.bottom + line * lines });
  if (!hasRoom(box)) return null;
  const scale = publishedScale(figure, Math.max(2, Math.floor(height / 48)));
  const base = box.top + box.height;
  const y = mapScale(scale, [base, box.top], figure.isLog);
  const slots = columnLayout(box, figure.groups.length, looks.length);
  const marked = differInTrust(ourVerdicts(figure));
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={scale} log={figure.isLog} title={drawnUnit(figure.metric)} />
      {figure.groups.map((group, place) => {
        const band = slots[place]?.band;
        return (
          <g key={group.labels.join('/')}>
            {looks.map(({ look, index }, series) => {
              const column = group.columns[index];
              const slot = slots[place]?.columns[series];
              if (!column || !slot) return null;
              return <Pair key={look.key} {...{ column, slot, look, base, y, marked }} />;
            })}
            {band && (
              <GroupName
                labels={group.labels}
                x={band.x + band.width / 2}
                y={base + 28}
                width={band.width}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
});

interface PairProps {
  readonly column: PublishedColumn;
  readonly slot: ColumnSlot;
  readonly look: LegendItem;
  readonly base: number;
  readonly y: (value: number) => number;
  /** Whether columns differ in trust. */
  readonly marked: boolean;
}

/** One of our columns, and the open marker next to its upper end. */
function Pair({ column: { drawn, ours }, slot, look, base, y, marked }: PairProps) {
  const middle = slot.x + slot.width / 2;
  const shape = look.marker ?? 'circle';
  return (
    <g>
      <ColumnMark
        slot={slot}
        base={base}
        y={y}
        column={{
          value: drawn.ours?.value ?? null,
          low: drawn.ours?.low ?? 0,
          high: drawn.ours?.high ?? 0,
          repetitions: ours?.trials ?? 0,
          verdict: (marked && ours?.verdict) || 'ok',
          reasons: [],
          errorShare: 0,
          missing: ours ? '' : 'none',
        }}
        look={look}
        factor={null}
      />
      <path d={markerPath(shape, middle, y(drawn.published), 5.5)} fill={ink.paper} />
      <path
        d={markerPath(shape, middle, y(drawn.published), 4.5)}
        fill={ink.paper}
        stroke={ink.title}
        strokeWidth={1.4}
      />
    </g>
  );
}

interface GroupNameProps {
  readonly labels: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The stacked headings of a group, cut off before the next group. */
function GroupName({ labels, x, y, width }: GroupNameProps) {
  const most = Math.max(2, Math.floor(width / 5.6));
  return (
    <text textAnchor="middle" fontSize={tickSize} fill={ink.tick}>
      {labels.map((label, index) => (
        <tspan key={label} x={x} y={y + index * line}>
          {label.length > most ? `${label.slice(0, most - 1)}…` : label}
        </tspan>
      ))}
    </text>
  );
}
