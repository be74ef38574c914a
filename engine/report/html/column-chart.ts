import { describeCell } from '../../../contracts/experiment/cell.ts';
import { baseLine, valueAxis } from './axis.ts';
import type { Column, ColumnGroup, ColumnPanel } from './chart-data.ts';
import { figure } from './format.ts';
import { html, type Markup } from './markup.ts';
import { niceTicks, px } from './scale.ts';

const size = { width: 480, height: 250 };
const plot = { left: 62, right: 470, top: 20, bottom: 212 };
const groupFill = 0.78;
const widestColumn = 44;
/** Narrower columns have no room for their value above them; the table has it. */
const narrowestLabelled = 30;

/** Columns side by side per group as inline SVG. Colours come from the page's style. */
export function columnChart(panel: ColumnPanel, what: string, unit: string): Markup {
  const values = panel.groups.flatMap((group) => group.columns.map((column) => column.value));
  const ticks = niceTicks(Math.max(0, ...values));
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => plot.bottom - ((plot.bottom - plot.top) * value) / top;
  const slot = (plot.right - plot.left) / panel.groups.length;
  const groups = panel.groups.map((group, at) => drawGroup(group, plot.left + at * slot, slot, y));
  return html`<figure>
<figcaption>${panel.title}</figcaption>
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${what} in ${unit}: ${panel.title}">
${valueAxis(plot, ticks, unit, y)}${groups}
${baseLine(plot)}
</svg>
</figure>
`;
}

function drawGroup(
  group: ColumnGroup,
  left: number,
  slot: number,
  y: (value: number) => number,
): Markup {
  const width = Math.min(widestColumn, (slot * groupFill) / group.columns.length);
  const start = left + (slot - width * group.columns.length) / 2;
  const columns = group.columns.map((column, at) =>
    drawColumn(column, start + at * width, width, y(column.value)),
  );
  const middle = px(left + slot / 2);
  return html`${columns}<text class="group" x="${middle}" y="${plot.bottom + 17}">${group.label}</text>
`;
}

function drawColumn(column: Column, x: number, width: number, y: number): Markup {
  const gap = Math.min(2, width * 0.1);
  const doubt = column.trusted ? '' : ' (generator may have been the limit)';
  const mark = column.trusted ? '' : '†';
  const label =
    width >= narrowestLabelled || mark !== ''
      ? html`<text class="value" x="${px(x + width / 2)}" y="${px(y - 4)}">${width >= narrowestLabelled ? figure(column.value) : ''}${mark}</text>`
      : null;
  return html`<rect class="${column.cell.protocol}${column.trusted ? '' : ' doubtful'}" x="${px(x + gap)}" y="${px(y)}" width="${px(width - 2 * gap)}" height="${px(plot.bottom - y)}"><title>${describeCell(column.cell)}: ${figure(column.value)}${doubt}</title></rect>${label}
`;
}
