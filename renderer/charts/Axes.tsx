import { memo } from 'react';
import { tickTexts, timeText } from '../../metrics/units.ts';
import type { Scale } from '../data/ticks.ts';
import { timeTicks } from '../data/timeTicks.ts';
import { mapRange, mapScale, type PlotBox } from './geometry.ts';
import { ink, tickSize } from './look.ts';

interface ValueAxisProps {
  readonly box: PlotBox;
  readonly scale: Scale;
  readonly log?: boolean;
  /** Title of the axis with its unit, above its upper end. */
  readonly title?: string;
}

/** Hairlines across the plot with their values on the left; the lowest line is stronger. */
export const ValueAxis = memo(function ValueAxis(props: ValueAxisProps) {
  const { box, scale, log = false, title } = props;
  const y = mapScale(scale, [box.top + box.height, box.top], log);
  const texts = scaleTexts(scale, log);
  return (
    <g fontSize={tickSize} fill={ink.tick}>
      {scale.ticks.map((tick, index) => {
        const at = Math.round(y(tick)) + 0.5;
        return (
          <g key={tick}>
            <line
              x1={box.left}
              x2={box.left + box.width}
              y1={at}
              y2={at}
              stroke={index === 0 ? ink.axis : ink.grid}
              strokeWidth={1}
            />
            <text x={box.left - 8} y={at + 3.5} textAnchor="end">
              {texts[index]}
            </text>
          </g>
        );
      })}
      {title !== undefined && (
        <text x={2} y={box.top - 9}>
          {title}
        </text>
      )}
    </g>
  );
});

/** Labels of a scale: with equal decimals on a linear axis, individually on a logarithmic one. */
export function scaleTexts({ ticks }: Scale, log: boolean): string[] {
  return log ? ticks.map((tick) => tickTexts([tick])[0] ?? '') : tickTexts(ticks);
}

/** A position along the horizontal axis. */
export interface AcrossTick {
  /** In pixels of the chart. */
  readonly x: number;
  readonly text: string;
}

/** Omits tick labels that would collide. @param order positions in order of priority. */
export function withRoom(ticks: readonly AcrossTick[], order: readonly number[]): AcrossTick[] {
  const kept: AcrossTick[] = [];
  for (const index of order) {
    const one = ticks[index];
    const clear = (other: AcrossTick) =>
      Math.abs(other.x - (one?.x ?? 0)) >= (other.text.length + (one?.text.length ?? 0)) * 3 + 4;
    if (one && kept.every(clear)) kept.push(one);
  }
  return ticks.map((one) => (kept.includes(one) ? one : { ...one, text: '' }));
}

interface AcrossAxisProps {
  readonly box: PlotBox;
  readonly ticks: readonly AcrossTick[];
  /** Title of the axis with its unit, below its middle. */
  readonly title: string;
  /** Draws vertical hairlines through the plot. */
  readonly grid?: boolean;
  /** Omits the tick marks, for groups. */
  readonly bare?: boolean;
}

/** Tick marks, labels and title under the plot: levels, shares, groups. */
export function AcrossAxis({ box, ticks, title, grid = false, bare = false }: AcrossAxisProps) {
  const bottom = box.top + box.height + 0.5;
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      {ticks.map(({ x, text }) => {
        const at = Math.round(x) + 0.5;
        return (
          <g key={`${text}/${at}`}>
            {grid && <path d={`M${at} ${box.top}V${bottom}`} stroke={ink.grid} strokeWidth={1} />}
            {!bare && <path d={`M${at} ${bottom}v4`} stroke={ink.axis} strokeWidth={1} />}
            <text x={x} y={bottom + 15}>
              {text}
            </text>
          </g>
        );
      })}
      {title !== '' && (
        <text x={box.left + box.width / 2} y={bottom + 30}>
          {title}
        </text>
      )}
    </g>
  );
}

interface TimeAxisProps {
  readonly box: PlotBox;
  readonly domain: readonly [number, number];
  /** Whether to write the times; otherwise only the tick marks are drawn. */
  readonly labels: boolean;
}

/** Tick marks under the plot at round times; one path, since on a sliding axis all of them move. */
export const TimeAxis = memo(function TimeAxis({ box, domain, labels }: TimeAxisProps) {
  const x = mapRange(domain, [box.left, box.left + box.width]);
  const bottom = box.top + box.height + 0.5;
  const { step, ticks } = timeTicks(domain, Math.max(2, Math.floor(box.width / 70)));
  const places = ticks.map((tick) => Math.round(x(tick)) + 0.5);
  return (
    <g fontSize={tickSize} fill={ink.tick} textAnchor="middle">
      <path
        d={places.map((at) => `M${at} ${bottom}v4`).join('')}
        stroke={ink.axis}
        strokeWidth={1}
      />
      {labels &&
        ticks.map((tick, index) => (
          <text key={tick} x={places[index]} y={bottom + 15}>
            {timeText(tick, step)}
          </text>
        ))}
    </g>
  );
});
