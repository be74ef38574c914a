import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { errorCodes, WirebenchError } from '../../contracts/errors.ts';
import { describeReport, reportOf } from './errors.ts';
import { exitCodeOf } from './exit-codes.ts';

describe('reportOf', () => {
  const message = 'Another run is in progress';
  const report = { code: 'RUN_BUSY', message, hint: 'Wait.' } as const;

  it('finds the report in the answer of the engine', () => {
    expect(reportOf(new ORPCError('FAILED', { data: report }))).toEqual(report);
  });

  it('accepts errors of the engine itself, and anything else', () => {
    const own = new WirebenchError('RUN_BUSY', message, { hint: 'Wait.' });
    expect(reportOf(own)).toEqual(report);
    expect(reportOf(new Error('odd'))).toEqual({ code: 'INTERNAL', message: 'odd' });
    expect(reportOf(new ORPCError('NOT_FOUND', { message: 'gone' })).message).toBe('gone');
  });

  it('is written with its code and hint', () => {
    expect(describeReport(report)).toBe(`wirebench: ${message} (RUN_BUSY)\nWait.\n`);
  });
});

describe('exitCodeOf', () => {
  it('distinguishes wrong input from failures', () => {
    expect(exitCodeOf('EXPERIMENT_INVALID')).toBe(2);
    expect(exitCodeOf('RUN_NOT_FOUND')).toBe(2);
    expect(exitCodeOf('STORE_CORRUPT')).toBe(1);
    for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) {
      expect([1, 2]).toContain(exitCodeOf(code));
    }
  });
});
