import { flushSync } from 'react-dom';
import { expect, it, onTestFinished } from 'vitest';
import type { RunProgress } from '../../../contracts/engine-api.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { shown } from '../../../tests/support/dom/answering.tsx';
import { outline } from '../../../tests/support/dom/outline.ts';
import { makePlanned, makeResult, testProgress } from '../../../tests/support/records.ts';
import { RunNotices } from './RunNotices.tsx';
import { useRun } from './runStore.ts';

it('says what is wrong with a run: its link, its failures, and how many more warnings', () => {
  const before = useRun.getState();
  onTestFinished(() => useRun.setState(before, true));
  const part = shown(<RunNotices />);
  const said = (progress: Partial<RunProgress> | null, link: 'watching' | 'lost' = 'watching') => {
    flushSync(() =>
      useRun.setState({ link, progress: progress && { ...testProgress, ...progress } }),
    );
    return outline(part).replaceAll(' ¦ ', '\n').split('\n');
  };
  expect(said(null, 'lost')).toEqual(['']);
  expect(said({})).toEqual(['']);
  expect(said({ status: 'completed' }, 'lost')).toEqual(['']);
  const lost = '‹plug-connected-x›Connection lost; the run may still be in progress.';
  expect(said({}, 'lost')).toEqual([lost]);
  expect(said({ warnings: ['A'] })).toEqual(['‹alert-triangle›A']);
  expect(said({ warnings: ['A', 'B'] })).toEqual(['‹alert-triangle›A1 more', 'B']);
  expect(said({ warnings: ['A', 'B', 'C', 'D'] }, 'lost')).toEqual([
    lost,
    '‹alert-triangle›A3 more',
    ...['B', 'C', 'D'],
  ]);
  const failed = (index: number, code: ErrorCode, message: string) => {
    const result = makeResult(`t${index}`, { status: 'failed', failure: { code, message } });
    return { ...makePlanned({ index }), status: 'failed' as const, result };
  };
  const trials = [
    failed(0, 'SERVICE_DIED', 'It died'),
    failed(1, 'SERVICE_DIED', 'It died'),
    failed(2, 'SERVICE_START_FAILED', 'It did not start'),
    { ...makePlanned({ index: 3 }), status: 'waiting' as const, result: null },
  ];
  expect(said({ trials, warnings: ['A'] })).toEqual([
    '(tone:bad)‹circle-x›REST: It died. Another trial failed the same way.',
    '(tone:bad)‹circle-x›REST: It did not start.',
    '‹alert-triangle›A',
  ]);
  expect(part.querySelectorAll('[role=alert]')).toHaveLength(2);
});
