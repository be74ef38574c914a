import { allSizes, type GainScale, gainScale, sizeScale } from '../data/gainScale.ts';
import type { GainFigure, GainPoint } from '../data/sizeGain.ts';
import type { Scale } from '../data/ticks.ts';
import { protocolStyle } from '../look/protocols.ts';
import type { DrawArea } from './figure.ts';
import { hasRoom, mapScale, type PlotBox, plotWithin } from './geometry.ts';
import {
  overlap,
  type PlacedLabel,
  placeLabels,
  type Rectangle,
  rectangleOf,
} from './pointLabels.ts';
import type { WhiskerEnd } from './whisker.ts';

/** A point in pixels of the chart. */
export interface PlacedPoint {
  readonly point: GainPoint;
  readonly x: number;
  readonly y: number;
  /** The ends of its interval; an end beyond the axis has no stroke. */
  readonly whisker: { readonly ends: readonly [WhiskerEnd, WhiskerEnd] } | null;
}

/** Layout of a scatter plot. */
export interface ScatterLayout {
  readonly box: PlotBox;
  readonly sizes: Scale;
  readonly gains: GainScale;
  readonly x: (bytes: number) => number;
  readonly y: (times: number) => number;
  readonly points: readonly PlacedPoint[];
  /** Label of the baseline. */
  readonly words: PlacedLabel | null;
  readonly labels: readonly PlacedLabel[];
}

/** The space of a scatter plot and its reader's choices; its logarithmic axes are `size` and `gain`. */
export type ScatterArea = Pick<DrawArea, 'width' | 'height' | 'hidden' | 'log'>;

const margin = { left: 84, right: 22, top: 26, bottom: 38 };

/** Places axes, points and labels; null if there is no room. */
export function scatterLayout(figure: GainFigure, area: ScatterArea): ScatterLayout | null {
  const box = plotWithin(area, margin);
  if (!hasRoom(box)) return null;
  const logSize = area.log.has('size');
  const shown = figure.points.filter(({ protocol }) => !area.hidden.has(protocol));
  const gains = gainScale(figure.metric, shown, area.log.has('gain'));
  const sizes = sizeScale(allSizes(figure), logSize);
  const x = mapScale(sizes, [box.left, box.left + box.width], logSize);
  const y = (times: number) => box.top + box.height * (1 - gains.place(times));
  const points = shown.map((point) => placed(point, x, y, gains));
  const marks = marksOf(points);
  const words = wordsOnLine(lineText(figure), y(1), box, marks);
  const taken = words ? [...marks, rectangleOf(words)] : marks;
  return { box, sizes, gains, x, y, points, words, labels: labelsOf(points, box, taken) };
}

function lineText({ baseline }: GainFigure): string {
  return `as fast as ${protocolStyle(baseline).label}`;
}

function placed(
  point: GainPoint,
  x: ScatterLayout['x'],
  y: ScatterLayout['y'],
  { isBeyond }: GainScale,
): PlacedPoint {
  const end = (times: number): WhiskerEnd => ({ y: y(times), beyond: isBeyond(times) });
  const { interval } = point;
  return {
    point,
    x: x(point.bytes),
    y: y(point.times),
    whisker: interval && { ends: [end(interval.low), end(interval.high)] },
  };
}

/** Pixels around a point, and around a ringed one, that no label may cover. */
const markRoom = 6;
const ringRoom = 10;

function marksOf(points: readonly PlacedPoint[]): Rectangle[] {
  return points.map(({ point, x, y }) => {
    const room = point.verdict === 'ok' ? markRoom : ringRoom;
    return { left: x - room, right: x + room, top: y - room, bottom: y + room };
  });
}

/** Distance in pixels between the label of the line and points. */
const giveWay = 12;

/** The label of the baseline: above or below it, as far right as there is no point. */
function wordsOnLine(text: string, at: number, box: PlotBox, marks: readonly Rectangle[]) {
  const ends = Array.from(
    { length: Math.max(1, Math.floor((box.width - 100) / giveWay)) },
    (_none, index) => box.left + box.width - giveWay * index,
  );
  const places = ends.flatMap((x) =>
    [at - 8, at + 16].map((y): PlacedLabel => ({ key: 'line', text, x, y, anchor: 'end' })),
  );
  const crossed = (place: PlacedLabel) =>
    marks.filter((mark) => overlap(mark, rectangleOf(place))).length;
  const [best] = places.sort((a, b) => crossed(a) - crossed(b));
  return best ?? null;
}

/** Names of operations: each at one of its points at least, then at all that have room. */
function labelsOf(
  points: readonly PlacedPoint[],
  box: PlotBox,
  taken: readonly Rectangle[],
): PlacedLabel[] {
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
  return placeLabels(wanted, taken, box);
}
