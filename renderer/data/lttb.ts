/**
 * Largest-triangle-three-buckets (Steinarsson 2013): picks the indexes of at most `count` points
 * that keep the look of a curve. First and last stay; `xs` must rise.
 */
export function lttb(xs: readonly number[], ys: readonly number[], count: number): number[] {
  const length = Math.min(xs.length, ys.length);
  if (length <= count || count < 3) return Array.from({ length }, (_, index) => index);
  const picked = [0];
  const width = (length - 2) / (count - 2);
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const from = 1 + Math.floor(bucket * width);
    const to = Math.min(length - 1, 1 + Math.floor((bucket + 1) * width));
    const next = mean(xs, ys, to, Math.min(length, 1 + Math.floor((bucket + 2) * width)));
    picked.push(farthest(xs, ys, picked.at(-1) ?? 0, from, to, next));
  }
  picked.push(length - 1);
  return picked;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function mean(xs: readonly number[], ys: readonly number[], from: number, to: number): Point {
  let x = 0;
  let y = 0;
  for (let index = from; index < to; index++) {
    x += xs[index] ?? 0;
    y += ys[index] ?? 0;
  }
  const size = Math.max(1, to - from);
  return { x: x / size, y: y / size };
}

/** The point of a bucket whose triangle with the last pick and the next bucket's mean is largest. */
function farthest(
  xs: readonly number[],
  ys: readonly number[],
  anchor: number,
  from: number,
  to: number,
  next: Point,
): number {
  const ax = xs[anchor] ?? 0;
  const ay = ys[anchor] ?? 0;
  let best = from;
  let largest = -1;
  for (let index = from; index < to; index++) {
    const area = Math.abs(
      (ax - next.x) * ((ys[index] ?? 0) - ay) - (ax - (xs[index] ?? 0)) * (next.y - ay),
    );
    if (area > largest) {
      largest = area;
      best = index;
    }
  }
  return best;
}
