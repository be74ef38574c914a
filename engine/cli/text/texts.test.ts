import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../contracts/attempt.ts';
import type { CampaignDocument } from '../../../contracts/published.ts';
import type { CellEnergy, UseCaseFigures } from '../../../contracts/result.ts';
import { makeCell } from '../../../tests/support/records.ts';
import { drawAttempt } from './attempt-text.ts';
import { drawCampaign } from './campaign-text.ts';
import { drawConformity } from './conform-text.ts';
import { drawEnergy, energyRemarks } from './energy-text.ts';
import { drawUseCases } from './use-case-text.ts';

/** Rows of a table, as lists of cells. */
const rowsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));

describe('an attempt', () => {
  const answer = {
    ...{ status: 201, headers: [['x-a', 'b\n']] as [string, string][], body: '{"id":1}' },
    ...{ connectMs: 1.5, answerMs: 20, bytes: { sent: 120, received: 3400 } },
  };
  const attempt = (part: Partial<Attempt> = {}): Attempt => ({
    ...{ request: 'get', protocol: 'rest', answer, failure: null, error: null, checks: [] },
    sent: { call: 'GET http://a/', headers: [['accept', 'json']], body: null },
    ...part,
  });
  const lines = (part: Partial<Attempt> = {}) => drawAttempt(attempt(part)).split('\n');

  it('shows what was sent and what came', () => {
    expect(lines()).toEqual([
      'get, REST',
      '  GET http://a/',
      '  accept: json',
      '',
      '  Status 201, connected in 1.50 ms, answered in 20.0 ms, 120 B sent, 3.40 kB received',
      '  x-a: b',
      '',
      '  {',
      '    "id": 1',
      '  }',
      '',
      '',
    ]);
    expect(lines({ protocol: 'grpc' })[4]).toMatch(/^ {2}OK, connected/);
    const sent = { call: 'POST http://a/', headers: [], body: 'plain\ttext' };
    expect(lines({ sent }).slice(1, 5)).toEqual(['  POST http://a/', '', '  plain text', '']);
    expect(lines({ answer: { ...answer, headers: [], body: '' } }).slice(4)).toEqual([
      expect.stringContaining('Status 201'),
      '',
      '',
    ]);
  });

  it.each<[Partial<Attempt>, string]>([
    [{ answer: null }, '  No answer.'],
    [
      { failure: { kind: 'status', code: '500', message: 'HTTP 500' } },
      '  Failed (status): HTTP 500',
    ],
    [{ error: { code: 'INTERNAL', message: 'no' }, answer: null }, '  Not sent: no'],
  ])('says why there is none: %j', (part, line) => {
    expect(lines(part)[4]).toBe(line);
  });

  it('shows checks, taken values, remarks and the step', () => {
    const shown = lines({
      checks: [
        { check: 'status 200', wrong: null },
        { check: 'body', wrong: 'empty' },
      ],
      flow: { name: 'shop', step: 2, of: 3 },
      taken: [
        { name: 'id', value: '7' },
        { name: 'long', value: 'x'.repeat(201) },
        { name: 'most', value: 'y'.repeat(200) },
      ],
      remarks: ['Mind this.'],
      untaken: 'nothing',
    });
    expect(shown[0]).toBe('shop, step 2 of 3: get, REST');
    expect(shown.slice(-9)).toEqual([
      '  ✓ status 200',
      '  ✗ body: empty',
      '  → {{id}} = 7',
      `  → {{long}} = ${'x'.repeat(200)}…`,
      `  → {{most}} = ${'y'.repeat(200)}`,
      '  Mind this.',
      '  ✗ nothing',
      '',
      '',
    ]);
  });

  it('cuts long bodies', () => {
    const body = (length: number) =>
      lines({ answer: { ...answer, headers: [], body: 'z'.repeat(length) } }).slice(6);
    expect(body(2000)).toEqual([`  ${'z'.repeat(2000)}`, '', '']);
    expect(body(2003)).toEqual([`  ${'z'.repeat(2000)}`, '  … and 3 more characters', '', '']);
  });
});

describe('conformity', () => {
  const check = (
    name: string,
    outcome: 'passed' | 'failed' | 'skipped',
    came: string | null = null,
  ) => ({
    ...{ name, outcome, came, holds: 'answers', sent: 'GET /', expected: '200' },
  });
  const draw = (...checks: ReturnType<typeof check>[]) =>
    drawConformity({ protocol: 'rest', address: 'http://a/', checks }, 'product');

  it('says whether all checks passed', () => {
    expect(draw(check('a', 'passed'), check('b', 'passed'))).toBe(
      'REST at http://a/, product: conforms; 2 passed\n',
    );
    expect(
      draw(check('a', 'passed'), check('b', 'skipped', 'no TLS'), check('c', 'skipped', 'no TLS')),
    ).toBe('REST at http://a/, product: conforms; 1 passed, 2 left out (no TLS)\n');
  });

  it('shows each difference', () => {
    expect(
      draw(
        check('a', 'passed'),
        check('b', 'failed', '404'),
        check('c', 'skipped', 'x'),
        check('d', 'failed'),
      ),
    ).toBe(
      [
        'REST at http://a/, product: differs in 2 of 3 checks; 1 passed, 1 left out (x)',
        ...[
          '  ✗ b: a service answers',
          '      sent      GET /',
          '      expected  200',
          '      came      404',
        ],
        ...[
          '  ✗ d: a service answers',
          '      sent      GET /',
          '      expected  200',
          '      came      ',
          '',
        ],
      ].join('\n'),
    );
  });
});

describe('energy', () => {
  const spread = (mean: number) => ({ mean, median: mean, min: mean, max: mean });
  const energy = (part: Partial<CellEnergy> = {}): CellEnergy => ({
    ...{
      cell: makeCell(),
      source: 'rapl',
      trials: 2,
      joules: spread(12.5),
      joulesPerRequest: spread(0.002),
    },
    ...{
      baselineJoules: 50,
      processes: [{ who: 'client', joules: 3 }],
      intervalMs: 100,
      wattsPerCore: null,
      flags: [],
    },
    ...part,
  });
  const cell = 'rest · small · 10 users · tls off · raw';

  it('has a column for each consumer', () => {
    const other = energy({
      joulesPerRequest: null,
      baselineJoules: null,
      processes: [{ who: 'service', joules: 4 }],
    });
    expect(rowsOf(drawEnergy([energy(), other], 'requests'))).toEqual([
      ['cell', 'source', 'per trial', 'per request', 'idle', 'client', 'service'],
      [cell, 'rapl', '12.5 J', '2.00 mJ', '50.0 J', '3.00 J', '–'],
      [cell, 'rapl', '12.5 J', '–', '–', '–', '4.00 J'],
    ]);
    expect(drawEnergy([], 'requests')).toBe('');
    expect(drawEnergy([energy()], 'iterations')).toContain('per iteration');
  });

  it('says what an estimate is, and what is doubtful', () => {
    expect(energyRemarks([energy()])).toEqual([]);
    const remarks = energyRemarks([
      energy({ source: 'estimate', wattsPerCore: 8 }),
      energy({ flags: ['short', 'idle'] }),
    ]);
    expect(remarks).toHaveLength(3);
    expect(remarks[0]).toContain('CPU time × 8 W per core');
    expect(remarks[1]).toMatch(/^rest · small .*: energy: shorter than two sampling intervals/);
    expect(energyRemarks([energy({ wattsPerCore: 8 })])).toEqual([]);
  });
});

it('use cases have ranges, medians and hinges', () => {
  const range = (min: number, max: number) => ({ min, max });
  const useCase = {
    ...{
      cell: makeCell(),
      iterations: 30,
      requests: range(3, 5),
      roundTrips: range(2, 2),
      socketsOpened: 1,
    },
    ...{ medianMs: 12.345, setUpMedianMs: 0.5, boxes: { tukey: { lower: 10, upper: 15 } } },
  } as unknown as UseCaseFigures;
  expect(rowsOf(drawUseCases([useCase]))).toEqual([
    ['cell', 'iterations', 'requests', 'round trips', 'sockets', 'median', 'hinges', 'connecting'],
    [
      'rest · small · 10 users · tls off · raw',
      '30',
      '3–5',
      '2',
      '1',
      '12.3 ms',
      '10.0–15.0 ms',
      '0.500 ms',
    ],
  ]);
  expect(drawUseCases([])).toBe('');
});

describe('a campaign', () => {
  const tally = { measured: 8, within: 3, inDoubt: 2, directions: { same: 5, opposite: 1 } };
  const run = (part: object = {}) => ({
    ...{
      experiment: 'kth',
      runId: 'aaaa',
      status: 'completed',
      seconds: 61,
      counts: 'requests',
      cut: [],
    },
    ...{ requests: { ok: 12_345, failed: 6 }, published: { tally } },
    ...part,
  });
  const draw = (...runs: object[]) =>
    drawCampaign({
      format: 'wirebench-campaign/1',
      seconds: 125,
      runs,
    } as unknown as CampaignDocument);

  it('has a row for each run', () => {
    const text = draw(run(), run({ runId: 'bbbb', published: null }));
    expect(rowsOf(text).slice(0, 3)).toEqual([
      [
        'experiment',
        'run',
        'status',
        's',
        'requests',
        'failed',
        'ratios',
        'same direction',
        'opposite',
        'in our interval',
        'in doubt',
      ],
      ['kth', 'aaaa', 'completed', '61', '12,345', '6', '8', '5', '1', '3', '2'],
      ['kth', 'bbbb', 'completed', '61', '12,345', '6', '0', '0', '0', '0', '0'],
    ]);
    expect(text).toMatch(/\n2 runs in 2 min 05 s\.\n$/);
  });

  it('names the work of each where it differs', () => {
    const rows = rowsOf(draw(run(), run({ counts: 'iterations' })));
    expect(rows.map((row) => row[4])).toEqual([
      'succeeded',
      '12,345 requests',
      '12,345 iterations',
      undefined,
    ]);
  });
});
