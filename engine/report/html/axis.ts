import { html, type Markup } from './markup.ts';
import { px, tickLabel } from './scale.ts';

/** Where a chart draws, in the coordinates of its picture. */
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Grid lines with their values at the left, and the unit above them. */
export function valueAxis(
  plot: Plot,
  ticks: readonly number[],
  unit: string,
  y: (value: number) => number,
): Markup {
  const lines = ticks.map(
    (tick) =>
      html`<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${px(y(tick))}" y2="${px(y(tick))}"/>
<text class="tick" x="${plot.left - 6}" y="${px(y(tick) + 3.5)}">${tickLabel(tick, ticks)}</text>
`,
  );
  return html`${lines}<text class="unit" x="0" y="11">${unit}</text>
`;
}

/** The line that columns stand on. */
export function baseLine(plot: Plot): Markup {
  return html`<line class="axis" x1="${plot.left}" x2="${plot.right}" y1="${plot.bottom}" y2="${plot.bottom}"/>`;
}
