import { allSizes, type GainScale, gainScale, sizeScale } from '../data/gainScale.ts';
import type { GainFigure, GainPoint } from '../data/sizeGain.ts';
import type { Scale } from '../data/ticks.ts';
import { mapScale, type PlotBox } from './geometry.ts';
import { type PlacedLabel, placeLabels } from './pointLabels.ts';

/** A point in pixels of the chart. */
export interface PlacedPoint {
  readonly point: GainPoint;
  readonly x: number;
  readonly y: number;
  /** The ends of its interval; one beyond the axis has no stroke there. */
  readonly whisker: { readonly ends: readonly [Whisker, Whisker] } | null;
}

interface Whisker {
  readonly y: number;
  readonly beyond: boolean;
}

/** Where everything of a scatter stands. */
export interface ScatterLayout {
  readonly box: PlotBox;
  readonly sizes: Scale;
  readonly gains: GainScale;
  readonly x: (bytes: number) => number;
  readonly y: (times: number) => number;
  readonly points: readonly PlacedPoint[];
  readonly labels: readonly PlacedLabel[];
}

/** The room of a scatter and what its reader has chosen. */
export interface ScatterArea {
  readonly width: number;
  readonly height: number;
  /** Protocols that are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** Keys of the logarithmic axes: `size`, `gain`. */
  readonly log: ReadonlySet<string>;
}

const margin = { left: 84, right: 22, top: 26, bottom: 38 };

/** Places axes, points and names; null where there is no room. */
export function scatterLayout(figure: GainFigure, area: ScatterArea): ScatterLayout | null {
  const box = {
    left: margin.left,
    top: margin.top,
    width: area.width - margin.left - margin.right,
    height: area.height - margin.top - margin.bottom,
  };
  if (box.width < 40 || box.height < 30) return null;
  const logSize = area.log.has('size');
  const shown = figure.points.filter(({ protocol }) => !area.hidden.has(protocol));
  const gains = gainScale(figure.metric, shown, area.log.has('gain'));
  const sizes = sizeScale(allSizes(figure), logSize);
  const x = mapScale(sizes, [box.left, box.left + box.width], logSize);
  const y = (times: number) => box.top + box.height * (1 - gains.place(times));
  const points = shown.map((point) => placed(point, x, y, gains));
  return { box, sizes, gains, x, y, points, labels: labelsOf(points, box, y(1)) };
}

function placed(
  point: GainPoint,
  x: ScatterLayout['x'],
  y: ScatterLayout['y'],
  { isBeyond }: GainScale,
): PlacedPoint {
  const end = (times: number): Whisker => ({ y: y(times), beyond: isBeyond(times) });
  const { interval } = point;
  return {
    point,
    x: x(point.bytes),
    y: y(point.times),
    whisker: interval && { ends: [end(interval.low), end(interval.high)] },
  };
}

/** Pixels around a point that no name may cover, and above the line of the baseline. */
const markRoom = 6;
const lineRoom = 19;

/** Names of what was called: each at one of its points at least, then at all that have room. */
function labelsOf(points: readonly PlacedPoint[], box: PlotBox, zero: number): PlacedLabel[] {
  const marks = points.map(({ x, y }) => ({
    left: x - markRoom,
    right: x + markRoom,
    top: y - markRoom,
    bottom: y + markRoom,
  }));
  const words = {
    left: box.left + box.width - 130,
    right: box.left + box.width,
    top: zero - lineRoom,
    bottom: zero + 2,
  };
  const seen = new Set<string>();
  const first: PlacedPoint[] = [];
  const rest: PlacedPoint[] = [];
  for (const one of [...points].sort((a, b) => a.y - b.y)) {
    (seen.has(one.point.what) ? rest : first).push(one);
    seen.add(one.point.what);
  }
  const wanted = [...first, ...rest].map(({ point, x, y }) => ({
    key: point.key,
    text: point.what,
    x,
    y,
  }));
  return placeLabels(wanted, [...marks, words], box);
}
