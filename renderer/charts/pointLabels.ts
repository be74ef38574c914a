import type { PlotBox } from './geometry.ts';

/** A label for a point, in pixels. */
export interface WantedLabel {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** A placed label. */
export interface PlacedLabel extends WantedLabel {
  readonly anchor: 'start' | 'end' | 'middle';
}

export interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Generous width of a character in pixels, since print output cannot measure text. */
const characterWidth = 5.9;
const away = 12;

/** Right of the point, left, above, below; the baseline of the text. */
const sides = [
  { dx: away, dy: 3.5, anchor: 'start' },
  { dx: -away, dy: 3.5, anchor: 'end' },
  { dx: 0, dy: -away, anchor: 'middle' },
  { dx: 0, dy: away + 8, anchor: 'middle' },
] as const;

/**
 * Places labels next to their points, in order, without covering each other or occupied
 * areas, and within the plot. Those without room are omitted.
 */
export function placeLabels(
  wanted: readonly WantedLabel[],
  taken: readonly Rectangle[],
  box: PlotBox,
): PlacedLabel[] {
  const used = [...taken];
  return wanted.flatMap((label) => {
    for (const { dx, dy, anchor } of sides) {
      const place = { ...label, x: label.x + dx, y: label.y + dy, anchor };
      const rectangle = rectangleOf(place);
      if (!isWithin(rectangle, box) || used.some((one) => overlap(one, rectangle))) continue;
      used.push(rectangle);
      return [place];
    }
    return [];
  });
}

/** The rectangle of a label. */
export function rectangleOf({ text, x, y, anchor }: PlacedLabel): Rectangle {
  const width = text.length * characterWidth;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 9, bottom: y + 3 };
}

function isWithin({ left, right, top, bottom }: Rectangle, box: PlotBox): boolean {
  const across = left >= box.left + 2 && right <= box.left + box.width + 20;
  return across && top >= box.top - 8 && bottom <= box.top + box.height;
}

/** Whether two rectangles overlap. */
export function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
