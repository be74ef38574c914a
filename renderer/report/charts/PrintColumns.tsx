import { ColumnMark } from '../../charts/ColumnMark.tsx';
import { mapRange, type PlotBox } from '../../charts/geometry.ts';
import { columnLook, ink, tickSize } from '../../charts/look.ts';
import { type ColumnFigure, type ColumnGroup, columnAxis } from '../../data/columns.ts';
import { levelDigits, levelWords } from '../../data/loadLevel.ts';
import { tickTexts } from '../../data/units.ts';
import type { ChartArea } from '../model.ts';
import { hatchPath } from './hatch.ts';
import { PlotGrid } from './PlotGrid.tsx';

const margin = { left: 46, right: 6, top: 24, bottom: 44 };
/** Units that a column needs for its figure above it. */
const labelled = 30;
const widest = 52;

/** Columns by level of load and series, laid out without a window. */
export function PrintColumns({ figure, area }: { figure: ColumnFigure; area: ChartArea }) {
  const { width, height, hidden } = area;
  const box: PlotBox = {
    left: margin.left,
    top: margin.top,
    width: width - margin.left - margin.right,
    height: height - margin.top - (figure.of === null ? 20 : margin.bottom),
  };
  const { unit, scale } = columnAxis(figure, hidden, Math.max(3, Math.floor(height / 48)));
  const y = mapRange([0, scale.max / unit.factor], [box.top + box.height, box.top]);
  const shown = figure.series.flatMap((series, index) =>
    hidden.has(series.key) ? [] : [{ series, index }],
  );
  const slot = box.width / Math.max(1, figure.groups.length);
  const room = (slot * 0.86) / Math.max(1, shown.length);
  const gap = room > 14 ? 3 : 1;
  const column = Math.min(widest, Math.max(1, room - gap));
  const drawGroup = (group: ColumnGroup, at: number) => {
    const middle = box.left + (at + 0.5) * slot;
    const start = middle - (shown.length * (column + gap) - gap) / 2;
    return (
      <g key={group.level ?? 'own'}>
        {shown.map(({ series, index }, place) => {
          const one = group.columns[index];
          if (!one) return null;
          const top = y(one.value ?? 0);
          const bar = {
            x: start + place * (column + gap),
            y: top,
            width: column,
            height: box.top + box.height - top,
          };
          const look = columnLook(series);
          return (
            <g key={series.key}>
              <ColumnMark
                slot={bar}
                base={box.top + box.height}
                y={y}
                column={one}
                look={look}
                patterns="none"
                factor={column >= labelled ? unit.factor : null}
              />
              {one.value !== null && (
                <path d={hatchPath(bar, one.verdict)} stroke={look.color} strokeWidth={1.1} />
              )}
            </g>
          );
        })}
        {group.level !== null && (
          <text
            x={middle}
            y={box.top + box.height + 27}
            fontSize={tickSize + 0.5}
            fill={ink.text}
            textAnchor="middle"
          >
            {levelDigits(group.level)}
          </text>
        )}
      </g>
    );
  };
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <PlotGrid box={box} scale={scale} texts={tickTexts(scale.ticks)} unit={unit.unit} />
      {figure.groups.map(drawGroup)}
      <text
        x={box.left + box.width / 2}
        y={height - 3}
        fontSize={tickSize}
        fill={ink.tick}
        textAnchor="middle"
      >
        {levelWords(figure.of).axis}
      </text>
    </svg>
  );
}
