import { describe, expect, it } from 'vitest';
import { mayEndEarly } from '../../contracts/experiment/cell.ts';
import { type Load, loadSchema } from '../../contracts/experiment/load.ts';
import { courseSentence, loadProfile, loadWords, profileSummary } from './loadProfile.ts';

const load = (source: unknown): Load => loadSchema.parse(source);

describe('the course of closed load', () => {
  it('starts with one user and adds the others', () => {
    const source = { model: 'closed', rampUp: 10, warmUp: '2s', duration: '8s' };
    expect(loadProfile(load(source), [21, 1])).toEqual({
      of: 'users',
      lines: [
        [
          { at: 0, level: 1 },
          { at: 2, level: 21 },
          { at: 10, level: 21 },
        ],
        [
          { at: 0, level: 1 },
          { at: 10, level: 1 },
        ],
      ],
      measured: [{ from: 2, to: 10 }],
      seconds: 10,
      end: 'time',
    });
  });

  it('is cut off if the time ends before all users have started, and has no known end if requests are counted', () => {
    const source = { model: 'closed', rampUp: 1, duration: '5s' };
    expect(loadProfile(load(source), [101])?.lines[0]).toEqual([
      { at: 0, level: 1 },
      { at: 5, level: 6 },
    ]);
    const profile = loadProfile(load({ model: 'closed', rampUp: 1, requests: 50 }), [11]);
    expect(profile).toMatchObject({ end: 'requests', seconds: 20 });
    expect(profile && profileSummary(profile)).toBe('Up to 11 users until the requests are done.');
  });
});

it('shows the rates of open load', () => {
  const profile = loadProfile(load({ model: 'open', warmUp: '1s', duration: '4s' }), [50, 200]);
  expect(profile?.of).toBe('rate');
  expect(profile?.lines.map((line) => line.map(({ level }) => level))).toEqual([
    [50, 50],
    [200, 200],
  ]);
});

it('draws a ramp as a line', () => {
  const profile = loadProfile(load({ model: 'ramp', to: 500, perSecond: 10 }), []);
  expect(profile).toMatchObject({
    seconds: 50,
    end: 'saturation',
    measured: [{ from: 0, to: 50 }],
  });
  expect(profile && profileSummary(profile)).toBe(
    'Up to 500 users over at most 50 s, ending at saturation.',
  );
});

it('draws steps without their settling time in the measured time', () => {
  const source = { model: 'steps', of: 'rate', levels: [10, 50], hold: '4s', settle: '1s' };
  expect(loadProfile(load(source), [])).toMatchObject({
    seconds: 10,
    measured: [
      { from: 1, to: 5 },
      { from: 6, to: 10 },
    ],
    lines: [
      [
        { at: 0, level: 10 },
        { at: 5, level: 10 },
        { at: 5, level: 50 },
        { at: 10, level: 50 },
      ],
    ],
  });
});

it('draws stages one after the other', () => {
  const stages = [
    { for: '30s', to: 200 },
    { for: '1m', to: 200 },
  ];
  expect(loadProfile(load({ model: 'stages', stages }), [])?.lines[0]).toEqual([
    { at: 0, level: 0 },
    { at: 30, level: 200 },
    { at: 90, level: 200 },
  ]);
});

it('a search is described, not drawn', () => {
  const doubling = load({ model: 'search', method: 'doubling', to: 6 });
  expect(loadProfile(doubling, [])).toBeNull();
  expect(courseSentence(doubling)).toBe(
    'Rounds of 20 s at 2, 4 … 6 users, while throughput rises by 2 % or more. Then 1 min 40 s at the level found.',
  );
  const bisection = load({
    model: 'search',
    method: 'bisection',
    of: 'rate',
    objective: 'p99 < 50ms',
    final: 0,
  });
  expect(courseSentence(bisection)).toBe(
    'Rounds of 20 s, the first at an eighth of what a short closed load carries, find the highest level that meets p99 < 50ms, to within 5 %.',
  );
  const rates = { model: 'search', method: 'bisection', of: 'rate', objective: 'p99 < 50ms' };
  expect(courseSentence(load({ ...rates, to: 500 }))).toContain(
    ', the first at an eighth of what a short closed load carries and none above 500 requests/s, find',
  );
  expect(courseSentence(load({ ...rates, from: 10 }))).toContain(' from 10 requests/s on find');
  expect(courseSentence(load({ ...rates, from: 10, to: 500 }))).toContain(
    ' between 10 and 500 requests/s find',
  );
});

it.each([
  [{ model: 'closed', duration: '1s' }, null, false],
  [{ model: 'ramp', to: 500, perSecond: 10 }, 'a ramp to 500 users', true],
  [{ model: 'ramp', to: 500, perSecond: 10, stopAt: 'end' }, 'a ramp to 500 users', false],
  [{ model: 'steps', levels: [1, 5], hold: '1s' }, '2 steps up to 5 users', false],
  [{ model: 'stages', stages: [{ for: '1s', to: 9 }] }, 'one stage up to 9 users', false],
  [{ model: 'search', method: 'doubling', to: 64 }, 'a search up to 64 users', true],
  [
    { model: 'search', method: 'bisection', of: 'rate', objective: 'p99 < 50ms' },
    'a search for the highest rate',
    true,
  ],
] as const)('%j is %s; may end early: %s', (source, words, early) => {
  expect(loadWords(load(source))).toBe(words);
  expect(mayEndEarly(load(source), [{}])).toBe(early);
});

it('knows that a warm-up may end before its maximum, which is usual of Java', () => {
  const closed = { model: 'closed', duration: '1s' } as const;
  expect(mayEndEarly(load(closed), [{}, { stack: 'go' }])).toBe(false);
  expect(mayEndEarly(load(closed), [{}, { stack: 'java' }])).toBe(true);
  expect(mayEndEarly(load({ ...closed, warmUp: '2s' }), [{ stack: 'java' }])).toBe(false);
  expect(mayEndEarly(load({ ...closed, warmUp: 'steady' }), [{}])).toBe(true);
});
