import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, toErrorReport, WirebenchError } from './errors.ts';

const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
const row = /^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$/gm;

describe('the page of error codes', () => {
  const rows = [...page.matchAll(row)].map(([, code, meaning, advice]) => {
    return { code, meaning, advice };
  });

  it('has every code once, with the same words as the code', () => {
    const listed = rows.map(({ code, meaning }) => [code, meaning]);
    const byCode = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
    expect(listed.sort(byCode)).toEqual(Object.entries(errorCodes).sort(byCode));
  });

  it('says of every code what to do', () => {
    expect(rows.filter(({ advice }) => !advice?.trim().endsWith('.'))).toEqual([]);
  });
});

describe('an error report', () => {
  it('keeps code, message and hint', () => {
    const error = new WirebenchError('RUN_BUSY', 'Busy', { hint: 'Wait.' });
    expect(toErrorReport(error)).toEqual({ code: 'RUN_BUSY', message: 'Busy', hint: 'Wait.' });
  });

  it('of anything else has the code asked for', () => {
    const failed = { code: 'WORKER_FAILED', message: 'Oh' };
    expect(toErrorReport(new Error('Oh'), 'WORKER_FAILED')).toEqual(failed);
    expect(toErrorReport('Oh')).toEqual({ code: 'INTERNAL', message: 'Oh' });
  });
});
