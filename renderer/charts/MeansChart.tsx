import { memo } from 'react';
import { type DrawnSplit, type HeatLevel, type HeatMean, meansHeat } from '../data/twoWay.ts';
import { heatColors } from '../look/heatTokens.ts';
import { markerPath } from '../look/markers.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { DrawArea } from './figure.ts';
import { ink } from './look.ts';

interface MeansChartProps extends DrawArea {
  readonly drawn: DrawnSplit;
}

const margin = { left: 116, top: 26, right: 8, bottom: 6 };
const row = { height: 30, gap: 2 };
const widest = 150;

/** Height of the table in pixels, by its number of rows. */
export function meansChartHeight(rows: number): number {
  return margin.top + margin.bottom + rows * row.height;
}

/** Without the middle steps, which contrast with neither light nor dark text. */
const steps = heatColors.filter((_color, step) => step !== 4 && step !== 5);

/** The means of the cells of two factors; higher means contrast more with the panel. */
export const MeansChart = memo(function MeansChart({ drawn, width, height }: MeansChartProps) {
  const { columns, rows } = meansHeat(drawn);
  const room = Math.max(40 * columns.length, width - margin.left - margin.right);
  const step = Math.min(widest, room / Math.max(1, columns.length));
  return (
    <svg width={width} height={height} aria-hidden focusable="false" fontSize={11}>
      {columns.map((level, place) => (
        <Level
          key={level.label}
          level={level}
          x={margin.left + place * step + 4}
          y={margin.top - 10}
        />
      ))}
      {rows.map(({ cells, ...level }, place) => {
        const top = margin.top + place * row.height;
        return (
          <g key={level.label}>
            <Level level={level} x={4} y={top + row.height / 2} />
            {cells.map((cell, column) => (
              <Mean
                key={cell.key}
                cell={cell}
                x={margin.left + column * step}
                y={top}
                width={step - row.gap}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
});

function Level({ level: { label, protocol }, x, y }: { level: HeatLevel; x: number; y: number }) {
  const style = protocol === null ? null : protocolStyle(protocol);
  return (
    <>
      {style && <path d={markerPath(style.marker, x + 5, y, 4)} fill={style.color} />}
      <text x={style ? x + 15 : x} y={y + 4} fontWeight={560} fill={ink.title}>
        {label}
      </text>
    </>
  );
}

interface MeanProps {
  readonly cell: HeatMean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function Mean({ cell: { text, height }, x, y, width }: MeanProps) {
  const step = height === null ? null : Math.round(height * (steps.length - 1));
  const isFar = step !== null && 2 * step >= steps.length;
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={row.height - row.gap}
        rx={3}
        fill={step === null ? 'none' : steps[step]}
        stroke={step === null ? ink.grid : 'none'}
      />
      <text
        x={x + width / 2}
        y={y + (row.height - row.gap) / 2 + 4}
        textAnchor="middle"
        fontWeight={560}
        fill={isFar ? ink.paper : ink.title}
      >
        {text}
      </text>
    </>
  );
}
