import { describe, expect, it } from 'vitest';
import { columnText } from '../../metrics/columns.ts';
import { trialColumns } from '../../metrics/trial-columns.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import {
  columnAxis,
  columnFigure,
  columnSummary,
  columnTable,
  figureNotes,
  shapesOf,
} from './columns.ts';
import { figureCsv } from './table.ts';

const trials = [
  testTrial({ index: 0, cell: { protocol: 'grpc', users: 50 }, throughputRps: 900 }),
  testTrial({ index: 1, cell: { users: 50 }, throughputRps: 1000 }),
  testTrial({ index: 2, cell: { users: 50 }, repetition: 2, throughputRps: 1400 }),
  testTrial({ index: 3, verdict: 'client-bound', reasons: ['Busy.'] }),
  testTrial({
    index: 4,
    cell: { protocol: 'grpc' },
    status: 'failed',
    requests: { ok: 0, failed: 0, dropped: 0 },
  }),
  testTrial({ index: 5, cell: { shape: 'large' } }),
];

describe('columnFigure', () => {
  const figure = columnFigure(trials, 'small', 'throughput');

  it('groups by users and orders series by protocol; takes the geometric mean over repetitions and keeps their span', () => {
    expect(figure.groups.map(({ level }) => level)).toEqual([10, 50]);
    expect(figure.series.map(({ label }) => label)).toEqual(['REST', 'gRPC']);
    const column = figure.groups[1]?.columns[0];
    expect(column).toMatchObject({
      value: expect.closeTo(Math.sqrt(1000 * 1400), 9),
      low: 1000,
      high: 1400,
      repetitions: 2,
    });
  });

  it('omits series skipped throughout, and names them; shows why a cell has no value; carries the verdict with its reasons', () => {
    const skipped = testTrial({ cell: { protocol: 'soap' }, status: 'skipped' });
    const all = columnFigure([...trials, skipped], 'small', 'throughput');
    expect(all.series.map(({ label }) => label)).toEqual(['REST', 'gRPC']);
    expect(figureNotes(all)).toContain(
      'Not drawn, because all of their trials were skipped: SOAP.',
    );
    expect(columnFigure([skipped], 'small', 'throughput').series).toHaveLength(1);
    expect(figure.groups[0]?.columns[1]).toMatchObject({ value: null, missing: 'failed' });
    expect(figure.groups[0]?.columns[0]).toMatchObject({
      verdict: 'client-bound',
      reasons: ['Busy.'],
    });
    expect(figureNotes(figure)).toEqual([
      'Geometric means of 2 trials; whiskers from lowest to highest.',
    ]);
    expect(columnSummary(figure)).toContain('10 users: REST 1000 (client-bound), gRPC failed');
  });

  it('scales to the highest visible repetition, and writes its values as a table; joins reasons, as tables of trials do', () => {
    expect(columnAxis(figure, new Set(), 4).scale.max).toBe(1500);
    expect(columnAxis(figure, new Set(['rest/off/raw']), 4).scale.max).toBe(1000);
    expect(figureCsv(columnTable(figure)).split('\r\n')).toEqual([
      'Users,Series,Throughput (requests/s),Trials,Health,Reasons',
      '10,REST,1000,1,client-bound,Busy.',
      '10,gRPC,,0,failed,',
      `50,REST,${figure.groups[1]?.columns[0]?.value},2,ok,`,
      '50,gRPC,900,1,ok,',
      '',
    ]);
    const doubted = testTrial({ verdict: 'suspect', reasons: ['It was late.', 'It was short.'] });
    const [row] = columnTable(columnFigure([doubted], 'small', 'throughput')).rows;
    const [column] = trialColumns([doubted], ['client_reasons']);
    expect(row?.at(-1)).toBe('It was late. It was short.');
    expect(column && columnText(column, doubted)).toBe(row?.at(-1));
  });

  it('has no latency if nothing succeeded', () => {
    const none = testTrial({ requests: { ok: 0, failed: 9, dropped: 0 } });
    const column = columnFigure([none], 'small', 'p95').groups[0]?.columns[0];
    expect(column).toMatchObject({ value: null, missing: 'no successes', errorShare: 1 });
  });
});

it('other loads group open load by its rate', () => {
  const open = [200, 50].map((rate) => testTrial({ cell: { users: undefined, rate } }));
  const figure = columnFigure(open, 'small', 'throughput');
  expect(figure).toMatchObject({ of: 'rate', groups: [{ level: 50 }, { level: 200 }] });
  expect(columnTable(figure).header[0]).toBe('Rate');
  expect(columnSummary(figure)).toContain('50 requests/s: REST 1000');
});

it('other loads have one group if the load sets its own levels', () => {
  const figure = columnFigure([testTrial({ cell: { users: undefined } })], 'small', 'p95');
  expect(figure).toMatchObject({ of: null, groups: [{ level: null }] });
  expect(columnSummary(figure)).toContain('All levels: REST 4');
});

it('lists shapes in the order in which they ran', () => {
  expect(shapesOf(trials)).toEqual(['small', 'large']);
});

it('has a logarithmic axis from below the lowest column to above the highest whisker', () => {
  const figure = columnFigure(trials, 'small', 'throughput');
  const { scale } = columnAxis(figure, new Set(), 4, true);
  expect(scale.min).toBeLessThan(900);
  expect(scale.min).toBeGreaterThan(0);
  expect(scale.max).toBeGreaterThanOrEqual(1400);
});
