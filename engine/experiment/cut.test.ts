import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { builtInText } from './builtin.ts';
import { type CutLimits, cutOverrides, cutWords, isSmaller } from './cut.ts';
import { readExperiment } from './read.ts';

function read(text: string, limits: CutLimits = {}): Experiment {
  const cut = readExperiment(text, { overrides: cutOverrides(experimentOf(text), limits) });
  return experimentOf(cut.ok ? cut.source : '');
}

/** The changes to an experiment, as a text. */
const cut = (text: string, limits: CutLimits) => cutWords(read(text), read(text, limits));

const builtIn = (id: string) => builtInText(id) ?? '';
const tenSeconds = { atMost: 10_000 };
const withLoad = (load: string) =>
  `wirebench: 1\nname: A\nfactors: {protocol: [rest]}\nload: ${load}\n`;

describe('a cut', () => {
  it('shortens the window of closed load and keeps a shorter warm-up', () => {
    const text = builtIn('kth-2024/throughput-stacks');
    expect(cut(text, tenSeconds)).toEqual(['window 10 s instead of 2 min']);
    expect(read(text, tenSeconds).load).toMatchObject({ duration: 10_000, warmUp: 5000 });
    expect(cut(text, { atMost: 3000 })).toEqual([
      'window 3 s instead of 2 min',
      'warm-up 3 s instead of 5 s',
    ]);
  });

  it('shortens the rounds of a search in proportion to its final one', () => {
    const text = builtIn('kth-2023/throughput-stacks');
    expect(cut(text, tenSeconds)).toEqual([
      'final round 10 s instead of 1 min 40 s',
      'rounds of the search 2 s instead of 20 s',
    ]);
    expect(read(text, { atMost: 50_000 }).load).toMatchObject({ final: 50_000, round: 10_000 });
    // Rounds are not cut to less than two seconds for the sake of the proportion.
    expect(read(text, { atMost: 5000 }).load).toMatchObject({ final: 5000, round: 2000 });
    expect(read(text, { atMost: 500 }).load).toMatchObject({ final: 500, round: 500, settle: 500 });
  });

  it('keeps numbers of requests unless they have their own limit', () => {
    const text = builtIn('isep-2025/performance-10000');
    expect(cut(text, tenSeconds)).toEqual([]);
    expect(cut(text, { requests: 500, repetitions: 3 })).toEqual([
      '500 requests instead of 10,000 requests',
      '3 repetitions instead of 10 repetitions',
    ]);
    expect(cut(text, { requests: 20_000 })).toEqual([]);
  });

  it('measures each cell as often as requested, also more often', () => {
    expect(cut(builtIn('kth-2024/tls'), { repetitions: 3 })).toEqual([
      '3 repetitions instead of 1 repetition',
    ]);
  });

  it('measures until decided if requested, and keeps an experiment that does', () => {
    const text = builtIn('kth-2024/tls');
    expect(cut(text, { repetitions: 'decided' })).toEqual([
      '3 to 30 repetitions instead of 1 repetition',
    ]);
    expect(read(text, { repetitions: 'decided' }).untilDecided).toMatchObject({ atLeast: 3 });
    const decided = `${withLoad('{model: closed, duration: 5s}')}repetitions: decided\n`;
    expect(cut(decided, { repetitions: 'decided' })).toEqual([]);
    expect(cut(decided, { repetitions: 3 })).toEqual([
      '3 repetitions instead of 3 to 30 repetitions',
    ]);
    const smaller = isSmaller(read(text), read(text, { repetitions: 'decided' }));
    expect(smaller).toBe(false);
  });

  it('makes an experiment smaller unless it only adds repetitions', () => {
    const smaller = (id: string, limits: CutLimits) =>
      isSmaller(read(builtIn(id)), read(builtIn(id), limits));
    expect(smaller('kth-2024/tls', { repetitions: 3 })).toBe(false);
    expect(smaller('kth-2024/tls', { repetitions: 3, atMost: 10_000 })).toBe(true);
    expect(smaller('isep-2025/dates', { repetitions: 3 })).toBe(true);
    expect(smaller('kth-2024/scalability', tenSeconds)).toBe(false);
  });

  it('reduces iterations until the intervals between them fit', () => {
    expect(cut(builtIn('vu-2020/cases'), tenSeconds)).toEqual([
      '20 iterations instead of 100 iterations',
    ]);
    expect(cut(builtIn('vu-2020/reuse-load-new'), tenSeconds)).toEqual([]);
  });

  it('holds levels for less time, and keeps a ramp', () => {
    expect(
      cut(withLoad('{model: steps, of: users, levels: [1, 2], hold: 1m, settle: 2s}'), tenSeconds),
    ).toEqual(['levels held 10 s instead of 1 min']);
    expect(cut(builtIn('kth-2024/scalability'), tenSeconds)).toEqual([]);
  });

  it('leaves a steady-state warm-up enough time', () => {
    const text = `${withLoad('{model: closed, warmUp: steady, duration: 1m}')}`.replace(
      'rest]',
      'rest], users: [1]',
    );
    expect(cut(text, { atMost: 2000 })).toEqual([
      'window 2 s instead of 1 min',
      'warm-up 10 s instead of 1 min',
    ]);
  });
});
