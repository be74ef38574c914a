import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import { sampleDocument } from '../../tests/support/sample-document.ts';
import { samplesCsv, trialsCsv } from './csv.ts';
import { buildDocument } from './document.ts';

/** Reads RFC 4180 strictly: every record ends with CRLF, quotes are doubled. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    if (found === null) throw new Error(`not CSV at ${at}: ${text.slice(at, at + 40)}`);
    const [, quoted, plain = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

function readRecords(text: string): Record<string, string | undefined>[] {
  const [header = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    expect(row).toHaveLength(header.length);
    return Object.fromEntries(header.map((name, at) => [name, row[at]]));
  });
}

function recordOf(part: Parameters<typeof makeResult>[1]): Record<string, string | undefined> {
  const document = buildDocument(makeHead(), [makeResult('t1', part)]);
  return readRecords(trialsCsv(document))[0] ?? {};
}

describe('the CSV export', () => {
  it('is unchanged', async () => {
    await expect(trialsCsv(sampleDocument())).toMatchFileSnapshot(
      '../../fixtures/golden/sample.csv',
    );
  });

  it('has a header and one row per trial', () => {
    const document = sampleDocument();
    const records = readRecords(trialsCsv(document));
    expect(records).toHaveLength(document.trials.length);
    document.trials.forEach((trial, at) => {
      expect(records[at]).toMatchObject({
        protocol: trial.cell.protocol,
        users: String(trial.cell.users),
        throughput_rps: String(trial.throughputRps),
      });
    });
  });

  it('has units in unique column names', () => {
    const [header = []] = readCsv(trialsCsv(sampleDocument()));
    expect(new Set(header).size).toBe(header.length);
    const some = 'latency_p99_ms service_mean_ms window_s server_rss_peak_bytes'.split(' ');
    expect(header).toEqual(expect.arrayContaining(some));
  });

  it('distinguishes trials that differ in any factor, or in what they count', () => {
    const cell = makeCell({ database: 'postgres', fields: 'reduced', dates: 'date-only' });
    expect(recordOf({ cell })).toMatchObject({
      ...{ database: 'postgres', fields: 'reduced', dates: 'date-only' },
    });
    const plain = { database: '', fields: '', dates: '', counts: 'requests' };
    expect(recordOf({})).toMatchObject(plain);
    expect(recordOf({ counts: 'iterations' })).toMatchObject({ counts: 'iterations' });
  });

  it('of a run without trials is only its header', () => {
    expect(readCsv(trialsCsv(buildDocument(makeHead(), [])))).toHaveLength(1);
  });

  it('leaves missing values empty', () => {
    const record = recordOf({ requests: { ok: 0, failed: 3, dropped: 0 }, server: null });
    for (const name of 'latency_mean_ms service_p999_ms server_cpu_s failure_code'.split(' ')) {
      expect(record[name]).toBe('');
    }
    expect(record).toMatchObject({ thresholds_passed: '', throughput_rps: '4000' });
  });

  it('of open load has its rate, drops and send delay, and no users', () => {
    const { users: _users, ...cell } = makeCell();
    const plain = makeResult('t');
    const open = recordOf({
      cell: { ...cell, rate: 200 },
      requests: { ok: 10, failed: 0, dropped: 7 },
      lagMs: { ...plain.latencyMs, p99: 0.25 },
    });
    const lag = { requests_dropped: '7', lag_p99_ms: '0.25' };
    expect(open).toMatchObject({ users: '', rate_rps: '200', ...lag });
    expect(recordOf({})).toMatchObject({ rate_rps: '', requests_dropped: '0', lag_p99_ms: '' });
  });

  it('preserves any text, with an apostrophe before anything like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const record = recordOf({ failure: { code: 'INTERNAL', message } });
        const expected = /^[=+\-@\t\r\n]/.test(message) ? `'${message}` : message;
        expect(record.failure_message).toBe(expected);
      }),
    );
  });

  const calls = ['@SUM(A1)', '@sum/a1(b2)', '@a/b!c', '@cmd|/c', '=cmd|"/c calc"!A0'];
  it.each(['=1+1', '+1', '-1', '\t=1', '\r=1', ...calls])(
    'does not turn %j into a formula',
    (message) => {
      const text = recordOf({ failure: { code: 'INTERNAL', message } }).failure_message;
      expect(text).toBe(`'${message}`);
    },
  );
});

describe('the CSV of samples', () => {
  it('has a row for each iteration, and none for trials without', () => {
    const plan = {
      ...{ iterations: 2, requests: 33, sent: 33, socketsOpened: 2 },
      ...{ requestsPerIteration: { min: 3, max: 30 }, roundTrips: { min: 1, max: 4 } },
      samples: { durationUs: [1500, 900], setUpUs: [100, 90], requests: [3, 30] },
    };
    const trials = [makeResult('t1', { plan }), makeResult('t2', {})];
    const records = readRecords(samplesCsv(buildDocument(makeHead(), trials)));
    expect(records).toMatchObject([
      { trial_id: 't1', iteration: '1', duration_us: '1500', set_up_us: '100', requests: '3' },
      { trial_id: 't1', iteration: '2', duration_us: '900', set_up_us: '90', requests: '30' },
    ]);
  });
});
