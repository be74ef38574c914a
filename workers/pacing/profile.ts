import type { LevelPoint } from '../../contracts/worker-messages.ts';

/**
 * The level of a load over time as pure arithmetic: piecewise linear between points, the level of the first
 * point before it and of the last one after it. At two points of equal time it jumps, and has the later
 * level there. Times are milliseconds from the start of the stint.
 */
export class Profile {
  readonly #points: readonly LevelPoint[];
  /** Integral at each point. */
  readonly #areas: readonly number[];

  /** @throws RangeError without points, for descending times, and for levels below 0. */
  constructor(points: readonly LevelPoint[]) {
    const first = points[0];
    if (!first) throw new RangeError('a profile needs a point at least');
    this.#points = first.atMs > 0 ? [{ atMs: 0, level: first.level }, ...points] : [...points];
    this.#areas = areasAt(this.#points);
  }

  /** Users, or arrivals per second, at a time. */
  levelAt(ms: number): number {
    const { from, slope } = this.#piece(this.#pieceAt(ms));
    return from.level + slope * Math.max(0, ms - from.atMs);
  }

  /** Arrivals until a time: the integral Λ(t) of the level, which is per second. */
  integralAt(ms: number): number {
    const index = this.#pieceAt(ms);
    const { from, slope } = this.#piece(index);
    const passed = Math.max(0, ms - from.atMs);
    return (this.#areas[index] ?? 0) + (from.level * passed + (slope * passed * passed) / 2) / 1000;
  }

  /**
   * The inverse Λ⁻¹(n): the last time at which at most `count` arrivals were due. So it skips a level of 0,
   * and as many integers are due in a stretch as its integral.
   * @returns infinity if the level stays 0 after `count` arrivals.
   */
  timeOf(count: number): number {
    const index = lastNotAbove(this.#areas, count);
    const { from, to, slope } = this.#piece(index);
    const area = (count - (this.#areas[index] ?? 0)) * 1000;
    if (!to) return from.level > 0 ? from.atMs + area / from.level : Number.POSITIVE_INFINITY;
    if (area <= 0) return from.atMs;
    // The root of slope/2·x² + level·x = area in the form without cancellation when slope is small.
    const root = Math.sqrt(Math.max(0, from.level * from.level + 2 * slope * area));
    const sum = from.level + root;
    return sum > 0 ? Math.min(to.atMs, from.atMs + (2 * area) / sum) : from.atMs;
  }

  /** The first time from `fromMs` at which the level is at least `level`; infinity if never. */
  nextAtLeast(level: number, fromMs: number): number {
    return this.#next(level, fromMs, (other) => other >= level);
  }

  /** The time from `fromMs` after which the level is below `level` for the first time; infinity if never. */
  nextBelow(level: number, fromMs: number): number {
    return this.#next(level, fromMs, (other) => other < level);
  }

  #next(level: number, fromMs: number, holds: (level: number) => boolean): number {
    if (holds(this.levelAt(fromMs))) return fromMs;
    for (let index = this.#pieceAt(fromMs); index < this.#points.length; index++) {
      const { from, to, slope } = this.#piece(index);
      // At a jump the last point of that time counts.
      if (to && to.atMs <= from.atMs) continue;
      if (from.atMs >= fromMs && holds(from.level)) return from.atMs;
      if (!to || !holds(to.level)) continue;
      const at = Math.max(fromMs, from.atMs + (level - from.level) / slope);
      // At its very end the next piece decides, which may start with a jump.
      if (at < to.atMs) return at;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** The last point at or before a time. */
  #pieceAt(ms: number): number {
    let low = 0;
    let high = this.#points.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#point(middle).atMs <= ms) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** From one point to the next, none after the last; the slope is per millisecond, 0 in a jump. */
  #piece(index: number): { from: LevelPoint; to: LevelPoint | undefined; slope: number } {
    const from = this.#point(index);
    const to = this.#points[index + 1];
    return { from, to, slope: to ? slopeOf(from, to) : 0 };
  }

  #point(index: number): LevelPoint {
    const point = this.#points[index];
    if (!point) throw new RangeError(`no point ${index} in the profile`);
    return point;
  }
}

function slopeOf(from: LevelPoint, to: LevelPoint): number {
  return to.atMs > from.atMs ? (to.level - from.level) / (to.atMs - from.atMs) : 0;
}

function areasAt(points: readonly LevelPoint[]): number[] {
  let area = 0;
  return points.map(({ atMs, level }, index) => {
    const before = points[index - 1];
    const length = atMs - (before?.atMs ?? atMs);
    if (!(length >= 0) || !(level >= 0)) {
      throw new RangeError(`the profile goes back in time or below 0 at ${atMs} ms (${level})`);
    }
    area += (length * ((before?.level ?? level) + level)) / 2 / 1000;
    return area;
  });
}

/** The index of the last of ascending numbers that is at most `value`; 0 if all are above. */
function lastNotAbove(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
