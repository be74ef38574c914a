import { describe, expect, it } from 'vitest';
import { testProgress as progress } from '../../../tests/support/records.ts';
import { testPoint, testTrial } from '../../../tests/support/shown-trials.ts';
import { emptyHistory } from '../../data/liveHistory.ts';
import { applyEvent, type RunState, unwatched, whyRefused } from './runState.ts';

const state: RunState = {
  link: 'watching',
  missing: null,
  progress,
  history: emptyHistory,
  secondsLeft: 9,
  health: null,
  error: null,
};

describe('applyEvent', () => {
  it('adds a point and the time left', () => {
    const next = applyEvent(state, {
      type: 'point',
      point: testPoint(),
      secondsLeft: 8,
      health: { verdict: 'ok', sentence: 'Trusted so far', reasons: [] },
    });
    expect(next.health?.sentence).toBe('Trusted so far');
    expect(next.history?.recent.length).toBe(1);
    expect(next.secondsLeft).toBe(8);
  });

  it('prefers the points of a snapshot to its own', () => {
    const points = [testPoint(), testPoint({ at: 0.5 })];
    const next = applyEvent(state, { type: 'snapshot', progress, points });
    expect(next.history?.recent.length).toBe(2);
  });

  it('keeps the last trial in view until the next has points', () => {
    const { history = emptyHistory } = applyEvent(state, {
      type: 'point',
      point: testPoint(),
      secondsLeft: 8,
      health: null,
    });
    const next = applyEvent({ ...state, history }, { type: 'snapshot', progress, points: [] });
    expect(next.history).toBe(history);
  });

  it('keeps everything in view when the run ends', () => {
    const ended = { ...progress, status: 'completed' as const };
    const next = applyEvent(state, { type: 'end', progress: ended });
    expect(next).toEqual({ progress: ended, secondsLeft: null, health: null });
  });
});

it('unwatched leaves nothing running when the engine has ended', () => {
  const { cell, index } = testTrial();
  const trial = (at: number, status: 'completed' | 'running' | 'waiting') =>
    ({ index: index + at, repetition: 1, cell, status, result: null }) as const;
  const trials = [trial(0, 'completed'), trial(1, 'running'), trial(2, 'waiting')];
  const running = { ...progress, activity: 'Measuring', trials };
  const { progress: after, ...rest } = unwatched({ ...state, progress: running }, true);
  expect(rest).toEqual({ secondsLeft: null, health: null });
  expect(after).toMatchObject({ status: 'interrupted', activity: '', current: null });
  expect(after).toMatchObject({ secondsLeft: null, health: null });
  expect(after?.trials.map(({ status }) => status)).toEqual([
    'completed',
    'interrupted',
    'waiting',
  ]);
  const done = { ...progress, status: 'completed' as const };
  expect(unwatched({ ...state, progress: done }, true).progress).toBe(done);
});

it('unwatched keeps a run that may continue unseen, but not the time left', () => {
  const after = { ...state, ...unwatched(state, false) };
  expect(after).toEqual({ ...state, link: 'lost', secondsLeft: null });
  expect(whyRefused(after)).toMatch(/^Connection lost/);
  expect(whyRefused({ link: 'watching' })).toBeNull();
});
