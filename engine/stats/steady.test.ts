import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { isSteady, windowsOf } from './steady.ts';

/** A level over time, and from when on it is steady; both are known because they are made here. */
interface Course {
  readonly level: (at: number) => number;
  readonly steadyFrom: number;
}

const rest = 1000;
const longest = 1500;

/** What the rule promises of a noise: values of a window, and what may be left to change. */
function promised(noise: number): { window: number; bound: number } {
  const window = Math.max(10, Math.min(48, 400 * noise), 800 * noise ** 2);
  return { window, bound: Math.max(0.02, 3 * noise * Math.sqrt(2 / window)) };
}

type Between = (low: number, high: number) => number;

/** From when on what is left to change is within the bound. */
function settled(level: Course['level'], noise: number): Course {
  const { bound } = promised(noise);
  let steadyFrom = 0;
  for (let at = 0; at < longest; at++) {
    if (Math.abs(level(at) / rest - 1) > bound) steadyFrom = at + 1;
  }
  return { level, steadyFrom };
}

/** Up or down to the level of rest, at places that are less than two windows apart. */
function stairs(noise: number, between: Between, most: number, apart: number): Course {
  const { window, bound } = promised(noise);
  const height = between(2 * bound + 0.1, 1) * (between(0, 1) < 0.7 ? -1 : 0.5);
  const edges: number[] = [];
  let edge = 0;
  for (let count = Math.ceil(between(0, most)); count > 0; count--) {
    edge += Math.ceil(between(0.3, apart) * window);
    edges.push(edge);
  }
  const left = (at: number) => edges.filter((one) => one > at).length;
  return { level: (at) => rest * (1 + height / most) ** left(at), steadyFrom: edge };
}

const kinds: Record<string, (noise: number, between: Between) => Course> = {
  'noise alone': () => ({ level: () => rest, steadyFrom: 0 }),
  'a step': (noise, between) => stairs(noise, between, 1, 1.6),
  stairs: (noise, between) => stairs(noise, between, 3, 1),
  'a slow drift': (noise, between) => {
    const { window, bound } = promised(noise);
    const end = Math.ceil(between(2, 6) * window);
    // Faster than the bound in a window, or it would be steady by the rule.
    const slope = (between(2, 4) * bound) / window;
    const way = between(0, 1) < 0.7 ? -1 : 1;
    return settled((at) => rest * Math.exp(way * slope * Math.max(0, end - at)), noise);
  },
  'a curve of a compiler': (noise, between) => {
    const [share, time] = [between(0.3, 0.9), between(4, 40)];
    return settled((at) => rest * (1 - share * Math.exp(-at / time)), noise);
  },
  'a curve with a step': (noise, between) => {
    const { window, bound } = promised(noise);
    const [share, time] = [between(0.3, 0.7), between(4, 24)];
    const [edge, height] = [between(0.5, 1) * window, between(2 * bound + 0.1, 1)];
    const curve = (at: number) => rest * (1 - share * Math.exp(-at / time));
    return settled((at) => curve(at) / (at < edge ? 1 + height : 1), noise);
  },
  dips: (noise, between) => {
    const { window } = promised(noise);
    const [length, depth] = [Math.ceil(between(0.2, 0.4) * window), between(0.4, 0.7)];
    const starts: number[] = [];
    const last = between(1, 4) * window;
    for (let at = between(0, 4); at < last; at += between(0.5, 1.2) * window) {
      starts.push(Math.floor(at));
    }
    const isDip = (at: number) => starts.some((start) => at >= start && at < start + length);
    return settled((at) => rest * (isDip(at) ? 1 - depth : 1), noise);
  },
};

/** Values around a course with normal noise, one after the other (G. E. P. Box, M. E. Muller, 1958). */
function* noisy({ level }: Course, noise: number, random: () => number) {
  for (let at = 0; at < longest; at++) {
    const deviation = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    yield Math.max(0, level(at) * (1 + noise * deviation));
  }
}

/** When a series is found steady, and the window by which it is; null when it never is. */
function found(values: Iterable<number>): { at: number; window: number } | null {
  const seen: number[] = [];
  for (const value of values) {
    seen.push(value);
    if (isSteady(seen)) return { at: seen.length, window: windowsOf(seen)?.length ?? 0 };
  }
  return null;
}

/** Not before it is steady, and at most one window after two windows of it were there. */
function isRight(course: Course, values: Iterable<number>): boolean {
  const end = found(values);
  if (!end) return false;
  return end.at >= course.steadyFrom && end.at <= course.steadyFrom + 3 * end.window;
}

function rightOf(kind: string, noise: number, count: number): number {
  const random = seededRandom(Math.round(noise * 1000) + 7);
  const between: Between = (low, high) => low + (high - low) * random();
  let right = 0;
  for (let index = 0; index < count; index++) {
    const course = kinds[kind]?.(noise, between);
    if (course && isRight(course, noisy(course, noise, random))) right++;
  }
  return right;
}

describe('isSteady', () => {
  describe.each(Object.keys(kinds))('%s', (kind) => {
    it.each([0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2])(
      'is told within a window in 95 of 100 series with noise of %d',
      (noise) => {
        expect(rightOf(kind, noise, 100)).toBeGreaterThanOrEqual(95);
      },
    );
  });

  it.each([
    ['nothing', []],
    ['too few values', new Array(19).fill(5)],
    ['no throughput at all', new Array(200).fill(0)],
    [
      'noise that drowns everything',
      Array.from({ length: 200 }, (_, at) => (at % 7 === 0 ? 9 : 0)),
    ],
  ])('is false of %s', (_what, values) => {
    expect(isSteady(values)).toBe(false);
  });

  it('is true of values that are all the same as soon as there are two windows', () => {
    expect(isSteady(new Array(20).fill(5))).toBe(true);
  });

  it('never ends while a level keeps rising', () => {
    const rising = Array.from({ length: 240 }, (_, at) => 100 * 1.01 ** at);
    expect(found(rising)).toBeNull();
  });
});
