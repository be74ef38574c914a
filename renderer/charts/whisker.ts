import { isClearOfMarker } from '../look/markers.ts';

/** An end of a vertical interval, in pixels; one beyond the axis has no stroke. */
export interface WhiskerEnd {
  readonly y: number;
  readonly beyond: boolean;
}

/** The `d` of a vertical interval through a marker at (x, y) that is twice `half` wide. */
export function whiskerPath(
  x: number,
  y: number,
  half: number,
  [low, high]: readonly [WhiskerEnd, WhiskerEnd],
): string {
  const strokes = [low, high].filter((end) => !end.beyond && isClearOfMarker(end.y, y, half));
  return `M${x} ${low.y}V${high.y}${strokes.map((end) => `M${x - 3} ${end.y}h6`).join('')}`;
}
