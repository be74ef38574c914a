import type { YAxisProps } from 'recharts';
import type { Scale } from '../data/ticks.ts';
import { ink, tickSize } from './look.ts';

/** The upright axis of values that every Recharts figure has: its unit above it, its ticks as `texts`. */
export function valueAxis(
  scale: Scale,
  unit: { readonly unit: string; readonly factor: number },
  texts: readonly string[],
): Pick<
  YAxisProps,
  'ticks' | 'tickFormatter' | 'interval' | 'axisLine' | 'tickLine' | 'tickMargin' | 'tick' | 'label'
> {
  return {
    ticks: scale.ticks.map((tick) => tick / unit.factor),
    tickFormatter: (_: number, index: number) => texts[index] ?? '',
    interval: 0,
    axisLine: false,
    tickLine: false,
    tickMargin: 6,
    tick: { fontSize: tickSize, fill: ink.tick },
    label: {
      value: unit.unit,
      position: 'insideTopLeft',
      fontSize: tickSize,
      fill: ink.tick,
      offset: 0,
      dx: 2,
      dy: -22,
    },
  };
}
