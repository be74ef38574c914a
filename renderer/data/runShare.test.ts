import { expect, it } from 'vitest';
import { runShare } from './runShare.ts';

const startedAt = '2026-01-02T03:04:05.000Z';
const after = (seconds: number) => Date.parse(startedAt) + seconds * 1000;
const trials = ['completed', 'failed', 'running', 'waiting'].map((status) => ({ status }));

it('how far a run is is the time that has passed of the time it takes, and share of ended trials if the time left is unknown', () => {
  expect(runShare({ startedAt, secondsLeft: 30, trials }, after(10))).toBe(0.25);
  expect(runShare({ startedAt, secondsLeft: 0, trials }, after(10))).toBe(1);
  expect(runShare({ startedAt, secondsLeft: null, trials }, after(10))).toBe(0.5);
  expect(runShare({ startedAt, secondsLeft: null, trials: [] }, after(10))).toBe(0);
});

it('how far a run is is not below zero when the clocks differ', () => {
  expect(runShare({ startedAt, secondsLeft: 30, trials }, after(-5))).toBe(0);
  expect(runShare({ startedAt, secondsLeft: 0, trials }, after(-5))).toBe(0.5);
});
