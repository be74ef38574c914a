import { expect, it } from 'vitest';
import type { RunHead } from '../../../contracts/result.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { buildDocument } from '../../report/document.ts';
import { exitCodeOfRun } from './outcome.ts';

it.each<[string, Partial<RunHead>, failed: number, code: number]>([
  ['is 0 where all is well', {}, 0, 0],
  ['is 0 where one request in a hundred failed', {}, 1, 0],
  ['is 4 where more failed', {}, 2, 4],
  ['is 4 where all failed', {}, 100, 4],
  ['is 3 where a threshold was missed, whatever failed', { thresholdsPassed: false }, 2, 3],
  ['is 1 for a run that failed, whatever failed in it', { status: 'failed' }, 2, 1],
  ['is 130 for a run that was stopped', { status: 'stopped' }, 2, 130],
  ['is 130 for a run that was interrupted', { status: 'interrupted' }, 2, 130],
])('the exit code of a run %s', (_what, part, failed, code) => {
  const trial = makeResult('one', { requests: { ok: 100 - failed, failed, dropped: 0 } });
  expect(exitCodeOfRun(buildDocument(makeHead(part), [trial]))).toBe(code);
});
