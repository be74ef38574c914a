import type { LivePoint } from '../../contracts/engine-api.ts';
import { joinedFigures } from '../../metrics/live.ts';
import { mergeErrors } from './tick-merger.ts';

/** Points kept before old ones are merged, and number of newest points that are never merged: five minutes. */
const maxPoints = 2400;
const untouched = 1200;

/**
 * The points of the current trial, for late watchers: the last minutes in full and all
 * before in increasingly long points, so that a run of hours takes no more memory than one of minutes.
 */
export class LivePoints {
  #points: LivePoint[] = [];

  get all(): readonly LivePoint[] {
    return this.#points;
  }

  add(point: LivePoint): void {
    this.#points.push(point);
    if (this.#points.length <= maxPoints) return;
    const old = this.#points.slice(0, -untouched);
    this.#points = [...halved(old), ...this.#points.slice(-untouched)];
  }

  clear(): void {
    this.#points = [];
  }
}

function halved(points: readonly LivePoint[]): LivePoint[] {
  const result: LivePoint[] = [];
  let before = 0;
  let index = 0;
  while (index < points.length) {
    const [a, b] = [points[index], points[index + 1]];
    if (!a) break;
    const pair = b?.phase === a.phase ? b : null;
    result.push(pair ? mergePoints(a, pair, before) : a);
    before = (pair ?? a).at;
    index += pair ? 2 : 1;
  }
  return result;
}

/**
 * Merges two neighbouring points of a phase: counts are added, and other values weighted by length.
 * @param start of the first, in seconds.
 */
function mergePoints(a: LivePoint, b: LivePoint, start: number): LivePoint {
  const [first, second] = [a.at - start, b.at - a.at];
  const length = first + second;
  const weigh = (x: number, y: number) => (length > 0 ? (x * first + y * second) / length : y);
  return {
    ...b,
    ...joinedFigures(a, b, weigh),
    ok: a.ok + b.ok,
    failed: a.failed + b.failed,
    dropped: a.dropped + b.dropped,
    errors: mergeErrors([a.errors, b.errors]),
  };
}
