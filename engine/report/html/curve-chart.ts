import type { PercentilePoint } from '../../../contracts/engine-api.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { baseLine, valueAxis } from './axis.ts';
import { html, type Markup } from './markup.ts';
import { niceTicks, px } from './scale.ts';

/** Latency by percentile of one trial or cell, shares rising. */
export interface Curve {
  title: string;
  protocol: Protocol;
  points: PercentilePoint[];
}

const size = { width: 980, height: 320 };
const plot = { left: 62, right: 950, top: 20, bottom: 280 };
/** Marks of the axis; each nine has the same width, as HdrHistogram's plots have it. */
const marks = [0, 0.9, 0.99, 0.999, 0.9999];
const decades = 4;

/** Latency over percentiles, the rarer the wider, so that the tail can be seen. @param title what they are of, such as `Latency`. */
export function curveChart(curves: readonly Curve[], title: string): Markup {
  const shown = curves.filter((curve) => curve.points.length > 0);
  const highest = Math.max(0, ...shown.flatMap((curve) => curve.points.map((point) => point.ms)));
  const ticks = niceTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const y = (ms: number) => plot.bottom - ((plot.bottom - plot.top) * ms) / top;
  return html`<figure class="wide">
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title} in milliseconds by percentile">
${valueAxis(plot, ticks, 'ms', y)}${marks.map(drawMark)}
${shown.map((curve) => drawCurve(curve, y))}
${baseLine(plot)}
</svg>
</figure>
`;
}

function x(share: number): number {
  const nines = -Math.log10(Math.max(1 - share, 10 ** -decades));
  return plot.left + ((plot.right - plot.left) * nines) / decades;
}

function drawMark(share: number): Markup {
  const label = `${Number((100 * share).toFixed(3))} %`;
  return html`<line class="grid" x1="${px(x(share))}" x2="${px(x(share))}" y1="${plot.top}" y2="${plot.bottom}"/>
<text class="group" x="${px(x(share))}" y="${plot.bottom + 17}">${label}</text>
`;
}

function drawCurve(curve: Curve, y: (ms: number) => number): Markup {
  const points = curve.points.map((point) => `${px(x(point.share))},${px(y(point.ms))}`);
  return html`<polyline class="line ${curve.protocol}" points="${points.join(' ')}"><title>${curve.title}</title></polyline>
`;
}
