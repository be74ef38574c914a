import { describe, expect, it } from 'vitest';
import { normal } from '../../tests/support/oracle.ts';
import { seededRandom } from './random.ts';
import { isSteady, windowsOf } from './steady.ts';

/** A synthetic level over time, and the time from which it is steady. */
interface Course {
  readonly level: (at: number) => number;
  readonly steadyFrom: number;
  /** Times the noise, at a moment. */
  readonly spread?: (at: number) => number;
  /** Correlation of the noise of a value with that of the one before, 0–1. */
  readonly lasting?: number;
  /** Whether one value in twenty deviates three times as much. */
  readonly outliers?: boolean;
}

const rest = 1000;
const longest = 1500;

/** Guarantee of the rule for a noise: values of a window, and the remaining change allowed. */
function promised(noise: number): { window: number; bound: number } {
  const window = Math.max(10, Math.min(48, 400 * noise), 800 * noise ** 2);
  return { window, bound: Math.max(0.02, 3 * noise * Math.sqrt(2 / window)) };
}

type Between = (low: number, high: number) => number;

/** Time from which the remaining change is within the bound. */
function settled(level: Course['level'], noise: number): Course {
  const { bound } = promised(noise);
  let steadyFrom = 0;
  for (let at = 0; at < longest; at++) {
    if (Math.abs(level(at) / rest - 1) > bound) steadyFrom = at + 1;
  }
  return { level, steadyFrom };
}

/** Up or down to the level of rest, in steps less than two windows apart. */
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

/** The noise of independent values whose mean over a long time would scatter as much. */
const inTheLongRun = (noise: number, lasting = 0) =>
  noise * Math.sqrt((1 + lasting) / (1 - lasting));

/** A curve of a compiler, as steep and as long as that above. */
const curved = (between: Between): Course['level'] => {
  const [share, time] = [between(0.3, 0.8), between(4, 30)];
  return (at) => rest * (1 - share * Math.exp(-at / time));
};

const withNoiseThatLasts = (lasting: number) => (noise: number, between: Between) => ({
  ...settled(curved(between), inTheLongRun(noise, lasting)),
  lasting,
});

/** Validation kinds, to which the rule was not fitted. */
const unseen: typeof kinds = {
  'a curve with regular pauses': (noise, between) => {
    const level = curved(between);
    const [every, depth] = [Math.round(between(4, 9)), between(0.05, 0.25)];
    const paused = (at: number) => level(at) * (at % every === 0 ? 1 - depth : 1);
    return { ...settled(level, noise), level: paused };
  },
  'two tiers of a compiler with a plateau': (noise, between) => {
    const edge = between(0.4, 1.6) * promised(noise).window;
    const [low, first, second] = [between(0.3, 0.75), between(1, 4), between(1, 5)];
    return settled(
      (at) =>
        at < edge
          ? rest * low * (1 - 0.5 * Math.exp(-at / first))
          : rest * (1 - (1 - low) * Math.exp((edge - at) / second)),
      noise,
    );
  },
  'a straight drift that ends': (noise, between) => {
    const { window, bound } = promised(noise);
    const [end, slope] = [between(2, 6) * window, (between(2, 4) * bound) / window];
    const way = between(0, 1) < 0.5 ? -1 : 1;
    return settled((at) => rest * (1 + slope * Math.max(0, end - at)) ** way, noise);
  },
  'noise that falls': (noise, between) => {
    const [more, time] = [between(1, 4), between(5, 30)];
    return {
      ...settled(curved(between), noise),
      spread: (at) => 1 + more * Math.exp(-at / time),
    };
  },
  outliers: (noise, between) => ({ ...settled(curved(between), noise), outliers: true }),
  'noise that lasts a little': withNoiseThatLasts(0.3),
  'noise that lasts': withNoiseThatLasts(0.6),
  'noise that lasts long': withNoiseThatLasts(0.8),
  'noise that lasts, alone': () => ({ level: () => rest, steadyFrom: 0, lasting: 0.6 }),
};

/** Values around a course with normal noise, one after the other (G. E. P. Box, M. E. Muller, 1958). */
function* noisy(
  { level, spread, lasting = 0, outliers }: Course,
  noise: number,
  random: () => number,
) {
  let before = 0;
  for (let at = 0; at < longest; at++) {
    const value = normal(random);
    // With the same variance, whether it has outliers or lasts or not.
    const own = outliers ? value * (random() < 0.05 ? 3 : 1) * 0.845 : value;
    before = lasting * before + Math.sqrt(1 - lasting ** 2) * own;
    yield Math.max(0, level(at) * (1 + noise * (spread?.(at) ?? 1) * before));
  }
}

/** Time at which a series is found steady, and the window; null when it never is. */
function found(values: Iterable<number>): { at: number; window: number } | null {
  const seen: number[] = [];
  for (const value of values) {
    seen.push(value);
    if (isSteady(seen)) return { at: seen.length, window: windowsOf(seen)?.length ?? 0 };
  }
  return null;
}

/** Not before it is steady, and at most one window after two windows of it. */
function isRight(course: Course, noise: number, values: Iterable<number>): boolean {
  const end = found(values);
  if (!end) return false;
  const { lasting } = course;
  const window = lasting === undefined ? 0 : promised(inTheLongRun(noise, lasting)).window;
  const latest = course.steadyFrom + 3 * Math.max(end.window, window);
  return end.at >= course.steadyFrom && end.at <= latest;
}

function rightOf(kind: string, noise: number, count: number): number {
  const random = seededRandom(Math.round(noise * 1000) + 7);
  const between: Between = (low, high) => low + (high - low) * random();
  let right = 0;
  for (let index = 0; index < count; index++) {
    const course = { ...kinds, ...unseen }[kind]?.(noise, between);
    if (course && isRight(course, noise, noisy(course, noise, random))) right++;
  }
  return right;
}

/** Minimum of 100 series; with much noise, a straight drift hides a few times in a hundred. */
const minRight = (kind: string, noise: number) =>
  kind === 'a straight drift that ends' && noise === 0.2 ? 92 : 95;

describe('isSteady', () => {
  describe.each(Object.keys({ ...kinds, ...unseen }))('%s', (kind) => {
    it.each([0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2])(
      'is found within a window in 95 of 100 series with noise of %d',
      (noise) => {
        expect(rightOf(kind, noise, 100)).toBeGreaterThanOrEqual(minRight(kind, noise));
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
