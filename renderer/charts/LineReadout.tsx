import type { Scale } from '../data/ticks.ts';
import { momentText } from '../data/timeTicks.ts';
import { nearestIndex, type TimeSeries } from '../data/trialSeries.ts';
import { type TimeCursor, useCursor } from './cursor.ts';
import { mapRange, mapScale, type PlotBox, spreadLabels } from './geometry.ts';
import { ink, type LegendItem, tickSize } from './look.ts';

interface LineReadoutProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  readonly domain: readonly [number, number];
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly looks: readonly LegendItem[];
  readonly format: (value: number) => string;
  readonly cursor: TimeCursor;
  readonly timeLabels: boolean;
  readonly log?: boolean;
}

/**
 * The values to the right of the lines: those under the shared cursor, else the latest. Drawn
 * separately from the lines, so that moving the pointer redraws nothing else.
 */
export function LineReadout(props: LineReadoutProps) {
  const { box, domain, times, cursor } = props;
  const pointed = useCursor(cursor);
  const within = pointed !== null && pointed >= domain[0] && pointed <= domain[1];
  const index = within ? nearestIndex(times, pointed) : times.length - 1;
  const at = times[index];
  if (at === undefined) return null;
  const x = mapRange(domain, [box.left, box.left + box.width]);
  return (
    <g fontSize={tickSize}>
      {within && (
        <>
          <line
            x1={x(at)}
            x2={x(at)}
            y1={box.top}
            y2={box.top + box.height}
            stroke={ink.text}
            strokeWidth={1}
          />
          {props.timeLabels && (
            <CursorTime x={x(at)} y={box.top + box.height} text={momentText(at, domain)} />
          )}
        </>
      )}
      <Values {...props} index={index} at={x(at)} />
    </g>
  );
}

function CursorTime({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <g textAnchor="middle">
      <rect x={x - 24} y={y + 3} width={48} height={16} rx={3} fill={ink.title} />
      <text x={x} y={y + 15} fill={ink.paper}>
        {text}
      </text>
    </g>
  );
}

function Values(props: LineReadoutProps & { index: number; at: number }) {
  const { box, scale, series, looks, format, index, at, log = false } = props;
  const y = mapScale(scale, [box.top + box.height, box.top], log);
  const shown = series.flatMap(({ key, label, values }, place) => {
    const value = values[index];
    const look = looks[place];
    return look && value !== null && value !== undefined ? [{ key, label, value, look }] : [];
  });
  const places = spreadLabels(
    shown.map(({ value }) => y(value)),
    12.5,
    box.top + 3,
    box.top + box.height - 3,
  );
  const left = box.left + box.width;
  return shown.map(({ key, label, value, look }, place) => (
    <g key={key}>
      <circle cx={at} cy={y(value)} r={2.5} fill={look.color} />
      <text x={left + 8} y={(places[place] ?? 0) + 3.5} fill={ink.text}>
        {(series.length > 1 || look.named) && <tspan fill={ink.tick}>{`${label} `}</tspan>}
        <tspan fill={ink.title} fontWeight={560}>
          {format(value)}
        </tspan>
      </text>
    </g>
  ));
}
