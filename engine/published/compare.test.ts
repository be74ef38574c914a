import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { publishedComparisonSchema } from '../../contracts/published.ts';
import type { StudyName } from '../../contracts/studies.ts';
import { makeCell, makeHead, makeResult } from '../../tests/support/records.ts';
import { buildDocument } from '../report/document.ts';
import { agreementOf } from './agreement.ts';
import { publishedOfRun } from './compare.ts';

interface Told {
  readonly cell: Partial<Cell>;
  /** A trial for each. */
  readonly rps: readonly number[];
  readonly part?: Partial<TrialResult>;
}

/** A run of an experiment that names tables, with a trial for each throughput of each cell. */
function compared(
  study: StudyName,
  tables: readonly string[],
  workload: string,
  cells: readonly Told[],
) {
  const experiment = `wirebench: 1
name: Test
study: {name: ${study}, tables: [${tables.join(', ')}]}
workload: ${workload}
factors: {protocol: [rest]}
load: {model: closed, requests: 1000}
`;
  const trials = cells.flatMap(({ cell, rps, part }) =>
    rps.map((throughputRps, index) =>
      makeResult(`${JSON.stringify(cell)}-${index}`, {
        cell: makeCell(cell),
        repetition: index + 1,
        throughputRps,
        ...part,
      }),
    ),
  );
  const found = publishedOfRun(buildDocument(makeHead({ id: 'run', experiment }), trials));
  if (!found) throw new Error('the experiment names no tables');
  expect(publishedComparisonSchema.parse(found)).toEqual(found);
  return found;
}

describe('a run beside a published table', () => {
  it('has our figure in the table’s unit beside each of its cells that it has', () => {
    const { tables } = compared('edinburgh-2022', ['sizes'], 'team', [
      { cell: { protocol: 'rest', shape: 'short' }, rps: [2000, 1000] },
      { cell: { protocol: 'grpc', shape: 'short' }, rps: [4000, 4000] },
    ]);
    const [table] = tables;
    const ofRest = table?.table.values.flatMap(({ at }, index) =>
      at.protocol === 'rest' && at.size === 'short' ? [table.ours[index]] : [],
    );
    // 1,000 requests: half a second and a second. The language is none of ours.
    const figure = { trials: 2, value: 0.75, low: 0.5, high: 1, text: '0.750', borrowed: false };
    expect(ofRest).toEqual([figure, figure]);
    expect(table?.ours.filter((one) => one === null)).toHaveLength(14);
    expect(table?.notes[0]).toMatch(/language/);
  });

  it('says of each pair in a row whether ours points the same way, and how far apart they are', () => {
    const { tables, counts } = compared('edinburgh-2022', ['sizes'], 'team', [
      { cell: { protocol: 'rest', shape: 'short' }, rps: [1000, 1010, 990] },
      { cell: { protocol: 'grpc', shape: 'short' }, rps: [2000, 2020, 1980] },
    ]);
    const pair = tables[0]?.pairs.find(
      ({ at, baseline, other }) =>
        at.size === 'short' && at.language === 'java' && baseline === 'rest' && other === 'grpc',
    );
    // Java: 2.17 s against 0.909 s; here half of it.
    expect(pair).toMatchObject({ metric: 'seconds', agreement: 'disagrees' });
    expect(pair?.published).toBeCloseTo(2.17 / 0.909, 9);
    expect(pair?.ours).toBeCloseTo(0.5, 3);
    expect(pair?.factor).toBeCloseTo(0.5 / (2.17 / 0.909), 3);
    expect(pair?.interval?.low).toBeLessThan(0.5);
    expect(pair?.words).toMatch(
      /^gRPC ÷ REST: 2\.39 published, 0\.5 \(0\.4\d+ to 0\.5\d+\) here; disagrees; the ratios differ by a factor of 4\.77\.$/,
    );
    expect(counts).toEqual({ agrees: 0, disagrees: 2, undetected: 0, untold: 16 });
  });

  it('takes gRPC in percent of another protocol as the geometric mean over the users', () => {
    const rps = { grpc: [400, 900], rest: [100, 100], soap: [50, 100] } as const;
    const cells = (['grpc', 'rest', 'soap'] as const).flatMap((protocol) =>
      [50, 100].map((users, index) => ({
        cell: { protocol, users },
        rps: [rps[protocol][index] ?? 0],
      })),
    );
    const [table] = compared('kth-2024', ['throughput'], 'product', cells).tables;
    // √(4 × 9) = 6 times REST, √(8 × 9) times SOAP.
    expect(table?.ours.slice(0, 2).map((one) => one?.text)).toEqual(['849 %', '600 %']);
    expect(table?.pairs[1]).toMatchObject({
      at: { shape: 'small', against: 'rest' },
      published: 2.87,
      ours: expect.closeTo(6, 9),
      agreement: 'agrees',
      marks: ['doubtful'],
    });
  });

  it('takes what TLS changes as a change in percent', () => {
    const [table] = compared('kth-2024', ['tls'], 'product', [
      { cell: { protocol: 'rest', shape: 'typical', tls: 'off' }, rps: [1000] },
      { cell: { protocol: 'rest', shape: 'typical', tls: 'on' }, rps: [600] },
    ]).tables;
    const at = table?.table.values.findIndex((one) => one.at.protocol === 'rest') ?? -1;
    expect(table?.ours[at]?.text).toBe('−40 %');
    expect(table?.pairs[at]).toMatchObject({
      published: expect.closeTo(0.45, 9),
      agreement: 'agrees',
    });
  });

  it('lays runs of other lengths beside the nearest, and says so', () => {
    const ended = { requests: { ok: 100, failed: 0, dropped: 0 } };
    const cells = (['rest', 'rest-protobuf'] as const).map((protocol) => ({
      cell: { protocol, shape: 'list-users', gateway: 'off' as const },
      rps: [100],
      part: ended,
    }));
    const [table] = compared('isep-2025', ['performance-list-users'], 'store', cells).tables;
    const own = table?.table.values.filter((_, index) => table.ours[index] !== null);
    expect(new Set(own?.map(({ at }) => `${at.gateway} ${at.requests}`))).toEqual(
      new Set(['off 1000']),
    );
    expect(table?.notes.join(' ')).toMatch(/100 requests; they stand beside the nearest/);
  });

  it('borrows where the study borrowed, and marks it', () => {
    const median = (p50: number) => ({
      part: { latencyMs: { ...makeResult('').latencyMs, p50 } },
    });
    const [table] = compared('vu-2020', ['response-times'], 'delivery', [
      { cell: { protocol: 'graphql', shape: 'case-2a' }, rps: [1], ...median(80) },
      { cell: { protocol: 'rest', shape: 'case-2b' }, rps: [1], ...median(160) },
    ]).tables;
    const at = table?.table.values.findIndex((one) => one.at.case === '2.B') ?? -1;
    expect(table?.ours[at]).toMatchObject({ value: 80, borrowed: true });
    const pair = table?.pairs.find((one) => one.at.case === '2.B' && one.other === 'rest');
    expect(pair).toMatchObject({ ours: 2, marks: ['borrowed'], agreement: 'agrees' });
  });

  it('keeps to the first level of what a table does not look at', () => {
    const { tables } = compared('kth-2023', ['throughput'], 'inventory', [
      { cell: { protocol: 'rest', shape: 's', tls: 'off' }, rps: [1000] },
      { cell: { protocol: 'rest', shape: 's', tls: 'on' }, rps: [500] },
    ]);
    const figures = tables[0]?.ours.filter((one) => one !== null);
    expect(new Set(figures?.map((one) => one?.value))).toEqual(new Set([1000]));
    expect(tables[0]?.notes.at(-1)).toBe('Of the run’s cells those with tls off are shown.');
  });

  it('has nothing to lay beside sizes of payloads, and no energy where none was measured', () => {
    const { tables } = compared('isep-2025', ['payload', 'energy-get-user'], 'store', [
      { cell: { protocol: 'rest', shape: 'get-user' }, rps: [100] },
    ]);
    expect(tables.flatMap(({ ours }) => ours).every((one) => one === null)).toBe(true);
    expect(tables[1]?.notes.join()).toMatch(/no figures of energy/);
    expect(tables[1]?.counts.untold).toBe(8);
  });

  it('is none where the experiment names no study', () => {
    const document = buildDocument(makeHead({ id: 'run' }), []);
    expect(publishedOfRun(document)).toBeNull();
  });
});

describe('agreement', () => {
  const within = (times: number, share: number) => ({
    times,
    interval: { low: times / (1 + share), high: times * (1 + share) },
  });
  const alone = (times: number) => ({ times, interval: null });

  it('is in direction', () => {
    expect(agreementOf(2, within(1.5, 0.1))).toBe('agrees');
    expect(agreementOf(2, within(0.5, 0.1))).toBe('disagrees');
    expect(agreementOf(2, within(1.05, 0.1))).toBe('undetected');
    expect(agreementOf(2, null)).toBe('untold');
  });

  it('is with no difference where the published figures are equal', () => {
    expect(agreementOf(1.002, within(1.05, 0.1))).toBe('agrees');
    expect(agreementOf(1.002, within(1.5, 0.1))).toBe('disagrees');
  });

  it('is not told from one trial each that are close', () => {
    expect(agreementOf(2, alone(1.09))).toBe('untold');
    expect(agreementOf(2, alone(1.2))).toBe('agrees');
    expect(agreementOf(2, alone(0.8))).toBe('disagrees');
  });

  it('is the same seen from the other side', () => {
    const ratio = fc.double({ min: 0.01, max: 100, noNaN: true });
    const share = fc.option(fc.double({ min: 0.01, max: 2, noNaN: true }));
    fc.assert(
      fc.property(ratio, ratio, share, (published, times, wide) => {
        const ours = wide === null ? alone(times) : within(times, wide);
        const turned = wide === null ? alone(1 / times) : within(1 / times, wide);
        expect(agreementOf(1 / published, turned)).toBe(agreementOf(published, ours));
      }),
    );
  });
});
