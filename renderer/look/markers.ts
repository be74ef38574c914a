/** The shape drawn at data points, so that meaning never depends on colour alone. */
export type MarkerShape =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'hexagon'
  | 'diamond'
  | 'star of four'
  | 'triangle, point down';

const round = (value: number) => Math.round(value * 10) / 10;

/** Corners of markers on a circle of radius 1, clockwise from the top, as angle (in turns) and radius. */
const corners: Record<
  Exclude<MarkerShape, 'circle' | 'square' | 'triangle'>,
  readonly (readonly [turn: number, radius: number])[]
> = {
  diamond: [0, 0.25, 0.5, 0.75].map((turn) => [turn, 1]),
  hexagon: [0, 1, 2, 3, 4, 5].map((corner) => [corner / 6, 0.95]),
  'star of four': [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
    corner / 8,
    corner % 2 === 0 ? 1.15 : 0.42,
  ]),
  'triangle, point down': [1 / 6, 1 / 2, 5 / 6].map((turn) => [turn, 1.1]),
};

function polygonPath(
  points: (typeof corners)['diamond'],
  x: number,
  y: number,
  radius: number,
): string {
  const places = points.map(([turn, share]) => {
    const angle = 2 * Math.PI * turn;
    return `${round(x + radius * share * Math.sin(angle))} ${round(y - radius * share * Math.cos(angle))}`;
  });
  return `M${places.join('L')}Z`;
}

/**
 * Whether the end stroke of an interval is clear of the marker between both ends. Touching it would change its
 * shape: a triangle would look like a crown.
 * @param half of the marker's width, as in {@link markerPath}.
 */
export function isClearOfMarker(end: number, marker: number, half: number): boolean {
  return Math.abs(end - marker) > 1.4 * half + 1;
}

/** The `d` of a data marker around (x, y) with half its width in pixels. */
export function markerPath(marker: MarkerShape, x: number, y: number, half: number): string {
  const [cx, cy] = [round(x), round(y)];
  if (marker === 'circle') {
    return `M${cx - half} ${cy}a${half} ${half} 0 1 0 ${2 * half} 0a${half} ${half} 0 1 0 ${-2 * half} 0Z`;
  }
  if (marker === 'square') {
    const side = half * 0.9;
    return `M${cx - side} ${cy - side}h${2 * side}v${2 * side}h${-2 * side}Z`;
  }
  if (marker !== 'triangle') return polygonPath(corners[marker], cx, cy, half * 1.15);
  const wide = half * 1.1;
  return `M${cx} ${cy - wide}l${wide} ${1.9 * wide}h${-2 * wide}Z`;
}
