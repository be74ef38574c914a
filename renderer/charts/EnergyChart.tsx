import { memo } from 'react';
import type { EnergyConsumer } from '../../contracts/energy.ts';
import { workWords } from '../../contracts/work.ts';
import type { Unit } from '../../metrics/units.ts';
import {
  consumersOf,
  type DrawnEnergy,
  energyDigits,
  energyTitle,
  energyUnit,
  partPerRequest,
} from '../data/energy.ts';
import { zeroScale } from '../data/ticks.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import { BottomAxis } from './BottomAxis.tsx';
import type { DrawArea } from './figure.ts';
import { mapRange, plotWithin } from './geometry.ts';
import { type Fill, ink, type LegendItem, tickSize } from './look.ts';
import { RowName } from './RowName.tsx';
import { nameLine, nameLines } from './rowNames.ts';
import { fillOpacity } from './Swatch.tsx';
import { widthOfCharacters } from './wrapText.ts';

interface EnergyChartProps extends DrawArea {
  readonly rows: readonly DrawnEnergy[];
}

const margin = { left: 236, right: 96, top: 4, bottom: 36 };
/** Maximum share of a wide chart for names. */
const maxShare = 0.4;
/** In a print column, with less room for names. */
const narrowLeft = 150;
const roomy = 480;
const row = { height: 16, step: 38 };
/** Start of a row's name, and its distance from the bars and the next name. */
const nameAt = { left: 22, gap: 8, below: 5 };
/** Line height of a name in low rows. */
const minLine = 11;

/** Height of the chart in pixels, with enough lines to distinguish each cell. */
export function energyChartHeight(rows: readonly DrawnEnergy[], width: number): number {
  const left = leftOf(rows, width);
  const details = Math.max(1, ...rows.map(({ detail }) => detailLines(detail, left).length));
  const step = Math.max(row.step, (1 + details) * nameLine + nameAt.below);
  return margin.top + margin.bottom + rows.length * step;
}

/** Start of the bars: names get single lines as far as the bars leave room. */
function leftOf(rows: readonly DrawnEnergy[], width: number): number {
  if (width < roomy) return narrowLeft;
  const longest = Math.max(0, ...rows.map(({ detail }) => detail.length));
  const wanted = nameAt.left + widthOfCharacters(longest, tickSize) + nameAt.gap;
  return Math.max(margin.left, Math.min(width * maxShare, Math.ceil(wanted)));
}

function detailLines(detail: string, left: number, most?: number): string[] {
  return nameLines(detail.split(' · '), left - nameAt.left - nameAt.gap, tickSize, most);
}

const fills: Readonly<Record<EnergyConsumer, Fill>> = {
  client: 'solid',
  service: 'half',
  gateway: 'tint',
  network: 'tint',
  rest: 'outline',
};

/** Names of the parts of a bar. */
export function energyLegend(rows: readonly DrawnEnergy[]): LegendItem[] {
  return consumersOf(rows.map(({ energy }) => energy)).map((who) => ({
    key: who,
    label: who,
    color: 'var(--wb-ink-2)',
    marker: null,
    dash: null,
    width: 0,
    fill: fills[who],
    pattern: who === 'network' ? 'rising' : 'solid',
  }));
}

/** A bar for each cell: energy per request, split by consumer. */
export const EnergyChart = memo(function EnergyChart({ rows, width, height }: EnergyChartProps) {
  const values = rows.map(({ energy }) => energy.joulesPerRequest?.mean ?? 0);
  const unit = energyUnit(values);
  const scale = zeroScale(Math.max(0, ...values) * unit.factor, 5);
  const left = leftOf(rows, width);
  const box = plotWithin(
    { width: Math.max(width, left + 40 + margin.right), height },
    { ...margin, left },
  );
  const x = mapRange([scale.min, scale.max], [box.left, box.left + box.width]);
  const step = box.height / Math.max(1, rows.length);
  const most = Math.max(1, Math.floor((step - nameAt.below) / minLine) - 1);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <BottomAxis
        box={box}
        scale={scale}
        label={`${energyTitle(rows, 'energy per')}, ${unit.unit}`}
      />
      {rows.map((one, index) => (
        <Bar
          key={one.key}
          row={one}
          details={detailLines(one.detail, left, most)}
          step={step}
          middle={margin.top + (index + 0.5) * step}
          x={x}
          unit={unit}
        />
      ))}
    </svg>
  );
});

interface BarProps {
  readonly row: DrawnEnergy;
  /** The lines below its name. */
  readonly details: readonly string[];
  /** From one row to the next. */
  readonly step: number;
  readonly middle: number;
  readonly x: (value: number) => number;
  readonly unit: Unit;
}

function Bar({ row: named, details, step, middle, x, unit }: BarProps) {
  const { counts, energy, protocol, label } = named;
  const { color, marker } = protocolStyle(protocol);
  const total = energy.joulesPerRequest?.mean ?? null;
  const line = Math.min(nameLine, (step - nameAt.below) / (1 + details.length));
  const first = middle + 4 - (details.length * line) / 2;
  return (
    <g fontSize={11}>
      <path d={markerPath(marker, 10, middle, 4)} fill={color} />
      <RowName name={label} under={details} x={nameAt.left} y={first} line={line} />
      <Parts {...{ energy, middle, x, unit, color }} />
      <text x={x(Math.max(0, total ?? 0) * unit.factor) + 7} y={middle + 4} fill={ink.title}>
        {total === null ? `no ${workWords[counts].many}` : energyDigits(total, unit)}
      </text>
    </g>
  );
}

interface PartsProps extends Pick<BarProps, 'middle' | 'x' | 'unit'> {
  readonly energy: DrawnEnergy['energy'];
  readonly color: string;
}

function Parts({ energy, middle, x, unit, color }: PartsProps) {
  let from = 0;
  return consumersOf([energy]).map((who) => {
    const size = (partPerRequest(energy, who) ?? 0) * unit.factor;
    const left = x(from);
    from += size;
    return (
      <rect
        key={who}
        x={left}
        y={middle - row.height / 2}
        width={Math.max(0, x(from) - left)}
        height={row.height}
        fill={color}
        fillOpacity={fillOpacity[fills[who]]}
        stroke={color}
        strokeDasharray={who === 'network' ? '2 2' : undefined}
      />
    );
  });
}
