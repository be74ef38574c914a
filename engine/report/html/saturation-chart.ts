import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { Saturation, SaturationPoint, UslFit } from '../../../contracts/result.ts';
import { uslThroughput } from '../../stats/usl.ts';
import { describeSaturationLevel } from '../saturation.ts';
import { baseLine, valueAxis } from './axis.ts';
import { html, type Markup } from './markup.ts';
import { niceTicks, px, tickLabel } from './scale.ts';

const size = { width: 480, height: 268 };
const plot = { left: 62, right: 452, top: 20, bottom: 222 };
/** Points of a drawn law. */
const lawSteps = 80;
const mostMarks = 9;

interface Scale {
  x(level: number): number;
  marks: { level: number; label: string }[];
}

/** What a chart draws of each point of a curve. */
export interface SaturationFigure {
  what: string;
  unit: string;
  value(point: SaturationPoint): number;
  /** Whether the fitted law speaks of this figure. */
  law: boolean;
}

/**
 * Curves over the level of load, with the saturation point of each marked: a disc where it was
 * computed, a square where it was set by hand. The fitted law is a thin line of dashes.
 */
export function saturationChart(
  title: string,
  series: readonly Saturation[],
  { what, unit, value, law }: SaturationFigure,
): Markup {
  const highest = Math.max(0, ...series.flatMap((one) => one.curve.map(value)));
  const ticks = niceTicks(highest);
  const top = ticks.at(-1) ?? 1;
  const y = (figure: number) =>
    plot.bottom - ((plot.bottom - plot.top) * Math.min(figure, top)) / top;
  const scale = levelScale(series);
  const place = (point: SaturationPoint) => `${px(scale.x(point.level))},${px(y(value(point)))}`;
  const unitOfLevel = series[0]?.of === 'rate' ? 'arrivals per second' : 'users';
  return html`<figure>
<figcaption>${what} · ${title}</figcaption>
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${what} in ${unit} over ${unitOfLevel}: ${title}">
${valueAxis(plot, ticks, unit, y)}${scale.marks.map((mark) => drawMark(scale, mark))}
<text class="unit end" x="${plot.right}" y="${size.height - 6}">${unitOfLevel}</text>
${law ? series.map((one) => drawLaw(one, scale, y)) : null}${series.map((one) => drawCurve(one, place))}
${series.map((one) => drawPoint(one, scale, (point) => y(value(point))))}${baseLine(plot)}
</svg>
</figure>
`;
}

/** Doubling levels get a logarithmic axis, on which they stand apart; even ones a linear axis. */
function levelScale(series: readonly Saturation[]): Scale {
  const levels = [...new Set(series.flatMap((one) => one.curve.map((point) => point.level)))];
  levels.sort((a, b) => a - b);
  const lowest = levels[0] ?? 1;
  const highest = levels.at(-1) ?? 1;
  const middle = levels[Math.floor(levels.length / 2)] ?? 1;
  const width = plot.right - plot.left;
  if (levels.length > 3 && middle < highest / 4) {
    const range = Math.log(highest / lowest);
    const x = (level: number) => plot.left + (width * Math.log(level / lowest)) / range;
    const every = Math.ceil(levels.length / mostMarks);
    const shown = levels.filter((_level, at) => at % every === 0);
    return { x, marks: shown.map((level) => ({ level, label: levelLabel(level) })) };
  }
  const x = (level: number) => plot.left + (width * level) / highest;
  const ticks = niceTicks(highest).filter((tick) => tick <= highest);
  return { x, marks: ticks.map((level) => ({ level, label: tickLabel(level, ticks) })) };
}

function levelLabel(level: number): string {
  return Number(level.toPrecision(3)).toLocaleString('en-US');
}

function drawMark({ x }: Scale, { level, label }: Scale['marks'][number]): Markup {
  return html`<text class="group" x="${px(x(level))}" y="${plot.bottom + 17}">${label}</text>
`;
}

function drawCurve(
  { cell, repetition, curve }: Saturation,
  place: (point: SaturationPoint) => string,
) {
  return html`<polyline class="line ${cell.protocol}" points="${curve.map(place).join(' ')}"><title>${describeCell(cell)}, repetition ${repetition}</title></polyline>
`;
}

function drawLaw({ cell, curve, usl }: Saturation, { x }: Scale, y: (value: number) => number) {
  const [first, last] = [curve[0], curve.at(-1)];
  if (usl === null || !first || !last) return null;
  const [from, to] = [x(first.level), x(last.level)];
  const parameters = valuesOf(usl);
  // Even steps on the axis; the level of each is looked for, so that any scale will do.
  const points = Array.from({ length: lawSteps + 1 }, (_none, step) => {
    const share = step / lawSteps;
    const level = levelAt(from + share * (to - from), first.level, last.level, x);
    return `${px(x(level))},${px(y(uslThroughput(parameters, level)))}`;
  });
  return html`<polyline class="law ${cell.protocol}" points="${points.join(' ')}"><title>Universal Scalability Law: ${describeCell(cell)}</title></polyline>
`;
}

function valuesOf({ lambda, sigma, kappa }: UslFit) {
  return { lambda: lambda.value, sigma: sigma.value, kappa: kappa.value };
}

function levelAt(
  at: number,
  lowest: number,
  highest: number,
  x: (level: number) => number,
): number {
  let [low, high] = [lowest, highest];
  for (let halving = 0; halving < 40; halving++) {
    const middle = (low + high) / 2;
    if (x(middle) < at) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function drawPoint(
  { cell, of, point, manual }: Saturation,
  { x }: Scale,
  y: (point: SaturationPoint) => number,
): Markup | null {
  const shown = manual ?? point;
  if (shown === null) return null;
  const [across, down] = [x(shown.level), y(shown)];
  const label = `${manual ? 'Set by hand' : 'Saturation'}: ${describeCell(cell)} at ${describeSaturationLevel(shown.level, of)}`;
  const shape = manual
    ? html`<rect class="point ${cell.protocol}" x="${px(across - 4.5)}" y="${px(down - 4.5)}" width="9" height="9"><title>${label}</title></rect>`
    : html`<circle class="point ${cell.protocol}" cx="${px(across)}" cy="${px(down)}" r="5"><title>${label}</title></circle>`;
  return html`<line class="drop ${cell.protocol}" x1="${px(across)}" x2="${px(across)}" y1="${px(down)}" y2="${plot.bottom}"/>${shape}
`;
}
