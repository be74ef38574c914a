import { memo } from 'react';
import type { EnergyConsumer } from '../../contracts/energy.ts';
import { workWords } from '../../contracts/work.ts';
import type { Unit } from '../../figures/units.ts';
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
import { fillOpacity } from './Swatch.tsx';

interface EnergyChartProps extends DrawArea {
  readonly rows: readonly DrawnEnergy[];
}

const margin = { left: 236, right: 96, top: 4, bottom: 36 };
/** In a column of print, where names share less room. */
const narrowLeft = 150;
const roomy = 480;
const row = { height: 16, step: 38 };

/** Height in pixels of the chart for so many cells. */
export function energyChartHeight(cells: number): number {
  return margin.top + margin.bottom + cells * row.step;
}

const fills: Readonly<Record<EnergyConsumer, Fill>> = {
  client: 'solid',
  service: 'half',
  gateway: 'tint',
  network: 'tint',
  rest: 'outline',
};

/** What the parts of a bar are. */
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

/** A bar for each cell: energy per request, divided by who drew it. */
export const EnergyChart = memo(function EnergyChart({ rows, width, height }: EnergyChartProps) {
  const values = rows.map(({ energy }) => energy.joulesPerRequest?.mean ?? 0);
  const unit = energyUnit(values);
  const scale = zeroScale(Math.max(0, ...values) * unit.factor, 5);
  const left = width < roomy ? narrowLeft : margin.left;
  const box = plotWithin(
    { width: Math.max(width, left + 40 + margin.right), height },
    { ...margin, left },
  );
  const x = mapRange([scale.min, scale.max], [box.left, box.left + box.width]);
  const step = box.height / Math.max(1, rows.length);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <BottomAxis
        box={box}
        scale={scale}
        label={`${energyTitle(rows, 'energy per')}, ${unit.unit}`}
      />
      {rows.map((one, index) => (
        <Bar key={one.key} row={one} middle={margin.top + (index + 0.5) * step} x={x} unit={unit} />
      ))}
    </svg>
  );
});

interface BarProps {
  readonly row: DrawnEnergy;
  readonly middle: number;
  readonly x: (value: number) => number;
  readonly unit: Unit;
}

function Bar({ row: { counts, energy, protocol, label, detail }, middle, x, unit }: BarProps) {
  const { color, marker } = protocolStyle(protocol);
  const total = energy.joulesPerRequest?.mean ?? null;
  return (
    <g fontSize={11}>
      <path d={markerPath(marker, 10, middle, 4)} fill={color} />
      <text x={22} y={middle - 2} fill={ink.title} fontWeight={560}>
        {label}
      </text>
      <text x={22} y={middle + 12} fontSize={tickSize} fill={ink.tick}>
        {detail}
      </text>
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
