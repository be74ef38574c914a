import { memo } from 'react';
import type { StudyArm } from '../../contracts/statistics.ts';
import { linearTicks, logScale, niceStep, type Scale } from '../data/ticks.ts';
import { protocolStyle } from '../look/protocols.ts';
import { AcrossAxis, type AcrossTick, scaleTexts, ValueAxis } from './Axes.tsx';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import type { LegendItem } from './look.ts';

interface EcdfChartProps extends DrawArea {
  /** Control first. */
  readonly arms: readonly StudyArm[];
  /** Name and unit of the values, under the axis. */
  readonly title: string;
}

const margin = { left: 50, right: 22, top: 22, bottom: 38 };
const shares: Scale = { min: 0, max: 100, ticks: [0, 25, 50, 75, 100] };

/** Look of a study's two samples: each in the colour of its protocol, the control dashed. */
export function armLooks(arms: readonly StudyArm[]): LegendItem[] {
  return arms.map(({ level, cell }, index) => ({
    key: level,
    label: `${level} (${index === 0 ? 'control' : 'treatment'})`,
    color: protocolStyle(cell.protocol).color,
    marker: null,
    dash: index === 0 ? '6 3' : '0',
    width: 1.75,
    fill: 'solid',
  }));
}

/** Empirical distribution functions: a step up at each value. */
export const EcdfChart = memo(function EcdfChart(props: EcdfChartProps) {
  const { arms, title, width, height, hidden } = props;
  const log = props.log.has('value');
  const looks = armLooks(arms).filter(({ key }) => !hidden.has(key));
  const box = plotWithin(props, margin);
  if (!hasRoom(box)) return null;
  const scale = valueScale(arms, log, Math.max(3, Math.floor(box.width / 64)));
  const x = mapScale(scale, [box.left, box.left + box.width], log);
  const y = mapScale(shares, [box.top + box.height, box.top]);
  const texts = scaleTexts(scale, log);
  return (
    <svg width={width} height={height} aria-hidden focusable="false">
      <ValueAxis box={box} scale={shares} title="share of the values, %" />
      <AcrossAxis
        box={box}
        ticks={spaced(scale.ticks.map((tick, index) => ({ x: x(tick), text: texts[index] ?? '' })))}
        title={title}
        grid
      />
      {looks.map(({ key, color, dash, width: stroke }) => (
        <path
          key={key}
          d={stepPath(arms.find(({ level }) => level === key)?.ecdf ?? [], x, y, box)}
          fill="none"
          stroke={color}
          strokeWidth={stroke}
          strokeDasharray={dash === '0' ? undefined : (dash ?? undefined)}
        />
      ))}
    </svg>
  );
});

/** Omits labels that would overlap earlier ones. */
function spaced(ticks: readonly AcrossTick[]): AcrossTick[] {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.map(({ x, text }) => {
    if (x < free) return { x, text: '' };
    free = x + text.length * 6 + 10;
    return { x, text };
  });
}

function stepPath(
  points: StudyArm['ecdf'],
  x: (value: number) => number,
  y: (percent: number) => number,
  box: PlotBox,
): string {
  const steps = points.map(
    ({ value, share }) => `H${x(value).toFixed(1)}V${y(100 * share).toFixed(1)}`,
  );
  return `M${box.left} ${y(0)}${steps.join('')}H${box.left + box.width}`;
}

function valueScale(arms: readonly StudyArm[], log: boolean, most: number): Scale {
  const values = arms.flatMap(({ ecdf }) => ecdf.map(({ value }) => value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (log) return logScale(low, high);
  const span = high > low ? high - low : Math.abs(high) || 1;
  const step = niceStep(span, most);
  const [min, max] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const end = max > min ? max : min + step;
  return { min, max: end, ticks: linearTicks(min, end, most) };
}
