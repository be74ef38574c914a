import { expect, it } from 'vitest';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { errorRows } from './errorRows.ts';

const timeout = { kind: 'timeout', code: 'TIMEOUT', message: 'No answer within 10 s.' } as const;
const status = { kind: 'status', code: '503', message: 'HTTP 503' } as const;

it('the errors of a run are added up over the trials of a cell, by kind and code, with their share', () => {
  const requests = { ok: 90, failed: 10, dropped: 0 };
  const rows = errorRows([
    testTrial({
      requests,
      errors: [
        { ...timeout, count: 4 },
        { ...status, count: 6 },
      ],
    }),
    testTrial({ index: 1, requests, errors: [{ ...timeout, count: 10, message: 'later' }] }),
  ]);
  expect(rows).toMatchObject([
    { ...timeout, count: 14, share: 0.07, inTrials: 2, ofTrials: 2 },
    { ...status, count: 6, share: 0.03, inTrials: 1, ofTrials: 2 },
  ]);
});

it('the errors of a run are separate for each cell, and absent without errors', () => {
  const errors = [{ ...status, count: 1 }];
  const rows = errorRows([
    testTrial({ errors }),
    testTrial({ index: 1, errors, cell: { protocol: 'soap' } }),
    testTrial({ index: 2, cell: { protocol: 'grpc' } }),
  ]);
  expect(rows.map(({ trial }) => trial.cell.protocol)).toEqual(['rest', 'soap']);
});

it('the errors of a run of compared answers are a share of those', () => {
  const requests = { ok: 9900, failed: 100, dropped: 0 };
  const content = { kind: 'mismatch', code: 'CONTENT', message: 'id is "a"', count: 99 } as const;
  const size = { kind: 'mismatch', code: 'SIZE', message: '5 bytes', count: 1 } as const;
  const errors = [content, size];
  const rows = errorRows([testTrial({ requests, errors, checked: { answers: 99, wrong: 99 } })]);
  expect(rows).toMatchObject([
    { code: 'CONTENT', share: 1, checked: 99 },
    { code: 'SIZE', share: 0.0001, checked: null },
  ]);
  const [before] = errorRows([testTrial({ requests, errors })]);
  expect(before).toMatchObject({ share: 0.0099, checked: null });
});

it('the errors of a run have no share if nothing ended', () => {
  const requests = { ok: 0, failed: 0, dropped: 0 };
  const [row] = errorRows([testTrial({ requests, errors: [{ ...status, count: 1 }] })]);
  expect(row?.share).toBe(0);
});
