import { expect, it } from 'vitest';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { howColumns, howPercentiles, howSaturation, trialCountWords, windowWords } from './how.ts';

const text = (facts: ReturnType<typeof howColumns>, name: string) =>
  facts.find((fact) => fact.name === name)?.text;

it('a figure has its window or the range of windows, its number of trials, exclusions, and the limits of a single one', () => {
  expect(windowWords([testTrial()])).toContain('5 s for each trial');
  const longer = testTrial({ window: { seconds: 7.5 } });
  expect(windowWords([testTrial(), longer])).toContain('5 s to 7.5 s for each trial');
  expect(windowWords([])).toContain('No trial has a measured window');
  expect(trialCountWords([testTrial()])).toContain('1 completed trial. One trial for each cell');
  const trials = [
    testTrial(),
    testTrial({ repetition: 2 }),
    testTrial({ repetition: 3, status: 'failed' }),
  ];
  const words = trialCountWords(trials);
  expect(words).toContain('2 completed trials; 1 excluded');
  expect(words).toContain('geometric mean of the cell’s repetitions');
});

it('every metric has a definition, a window, trials and a formula', () => {
  for (const metric of ['throughput', 'mean', 'p95'] as const) {
    const facts = howColumns(metric, [testTrial()]);
    for (const name of ['Definition', 'Window', 'Trials', 'Formula']) {
      expect(text(facts, name)).toBeTruthy();
    }
  }
});

it('a figure refers to iterations if trials count them, and shows where percentile curves end', () => {
  const ofPlan = testTrial({ counts: 'iterations' });
  expect(text(howColumns('throughput', [ofPlan]), 'Formula')).toBe(
    'throughput = successful iterations ÷ length of the window',
  );
  expect(text(howColumns('p95', [ofPlan]), 'Time of an iteration')).toContain('last answer');
  expect(text(howColumns('p95', [ofPlan]), 'Latency')).toBeUndefined();
  expect(text(howPercentiles([ofPlan]), 'Trials')).toContain('5,000 successful iterations');
  const small = testTrial({ requests: { ok: 1200, failed: 0, dropped: 0 } });
  expect(text(howPercentiles([testTrial(), small]), 'Trials')).toContain('beyond 1 − 1/1,200');
});

it('a figure names the law only if it was fitted', () => {
  expect(text(howSaturation(8, 1, false), 'Fit')).toBeUndefined();
  expect(text(howSaturation(8, 1, true), 'Formula')).toContain('X(N)');
});
