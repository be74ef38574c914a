import type { YAxisProps } from 'recharts';
import type { Scale } from '../data/ticks.ts';
import { tickTexts } from '../data/units.ts';
import { ink, tickSize } from './look.ts';

/**
 * The upright axis of Recharts figures, like {@link ValueAxis} of the others: labels at the left of
 * the plot, hairlines left to the grid, the title above its upper end.
 */
export function valueAxis(scale: Scale, title?: string): YAxisProps {
  const texts = tickTexts(scale.ticks);
  return {
    domain: [scale.min, scale.max],
    ticks: [...scale.ticks],
    tickFormatter: (_value, index) => texts[index] ?? '',
    interval: 0,
    axisLine: false,
    tickLine: false,
    tickMargin: 6,
    tick: { fontSize: tickSize, fill: ink.tick },
    label: title === undefined ? false : titleAbove(title),
  };
}

function titleAbove(value: string) {
  return {
    value,
    position: 'insideTopLeft' as const,
    fontSize: tickSize,
    fill: ink.tick,
    offset: 0,
    dx: 2,
    dy: -22,
  };
}
