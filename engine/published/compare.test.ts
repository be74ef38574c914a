import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Verdict } from '../../contracts/words.ts';
import { compared } from '../../tests/support/compared-run.ts';
import { makeHead, makeResult } from '../../tests/support/records.ts';
import { buildDocument } from '../report/document.ts';
import { publishedOfRun } from './compare.ts';
import { directionOf, reachOf } from './judgement.ts';

/** JSON and Protobuf in one shape of the store, with a number of requests. */
const ofIsep = (shape: string, ok: number, rps: readonly number[]): Parameters<typeof compared> => [
  'isep-2025',
  [`performance-${shape}`],
  'store',
  (['rest', 'rest-protobuf'] as const).map((protocol) => ({
    cell: { protocol, shape, gateway: 'off' },
    rps,
    part: { requests: { ok, failed: 0, dropped: 0 } },
  })),
];

describe('a run compared with a published table', () => {
  it('has our value in the table’s unit for each of the table’s cells that the run has', () => {
    const { tables } = compared('edinburgh-2022', ['sizes'], 'team', [
      { cell: { protocol: 'rest', shape: 'short' }, rps: [2000, 1000] },
      { cell: { protocol: 'grpc', shape: 'short' }, rps: [4000, 4000] },
    ]);
    const [table] = tables;
    const ofRest = table?.table.values.flatMap(({ at }, index) =>
      at.protocol === 'rest' && at.size === 'short' ? [table.ours[index]] : [],
    );
    // 1,000 requests: half a second and a second. The language is none of ours.
    const figure = { trials: 2, value: 0.75, low: 0.5, high: 1, text: '0.750' };
    expect(ofRest).toEqual(Array(2).fill({ ...figure, borrowed: false, verdict: 'ok' }));
    expect(table?.ours.filter((one) => one === null)).toHaveLength(14);
    expect(table?.notes[0]).toMatch(/language/);
  });

  it('reports for each pair in a row whether ours points the same way, and how far apart they are', () => {
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
    expect(pair?.factor).toBeCloseTo(0.5 / (2.17 / 0.909), 3);
    expect(pair?.interval?.low).toBeLessThan(0.5);
    expect(pair?.words).toMatchSnapshot();
    expect(counts).toEqual({ agrees: 0, disagrees: 2, undetected: 0, untold: 16 });
  });

  it('computes gRPC in percent of another protocol as the geometric mean over the users', () => {
    const rps = { grpc: [400, 900], rest: [100, 100], soap: [50, 100] } as const;
    const cells = (['grpc', 'rest', 'soap'] as const).flatMap((protocol) =>
      rps[protocol].map((one, index) => ({
        cell: { protocol, users: 50 + 50 * index },
        rps: [one],
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

  it('expresses the effect of TLS as a change in percent', () => {
    const [table] = compared('kth-2024', ['tls'], 'product', [
      { cell: { protocol: 'rest', shape: 'typical', tls: 'off' }, rps: [1000] },
      { cell: { protocol: 'rest', shape: 'typical', tls: 'on' }, rps: [600] },
    ]).tables;
    const at = table?.table.values.findIndex((one) => one.at.protocol === 'rest') ?? -1;
    expect(table?.ours[at]?.text).toBe('−40 %');
    const published = expect.closeTo(0.45, 9);
    expect(table?.pairs[at]).toMatchObject({ published, agreement: 'agrees' });
  });

  it('compares runs of other lengths with the nearest, and says so', () => {
    const [table] = compared(...ofIsep('list-users', 100, [100])).tables;
    const own = table?.table.values.filter((_, index) => table.ours[index] !== null);
    const places = new Set(own?.map(({ at }) => `${at.gateway} ${at.requests}`));
    expect(places).toEqual(new Set(['off 1000']));
    expect(table?.notes.join(' ')).toMatch(/100 requests; they are compared with the nearest/);
  });

  it('borrows where the study borrowed, and marks it', () => {
    const median = (p50: number) => ({ part: { latencyMs: { ...makeResult('').latencyMs, p50 } } });
    const [table] = compared('vu-2020', ['response-times'], 'delivery', [
      { cell: { protocol: 'graphql', shape: 'case-2a' }, rps: [1], ...median(80) },
      { cell: { protocol: 'rest', shape: 'case-2b' }, rps: [1], ...median(160) },
    ]).tables;
    const at = table?.table.values.findIndex((one) => one.at.case === '2.B') ?? -1;
    expect(table?.ours[at]).toMatchObject({ value: 80, borrowed: true });
    const pair = table?.pairs.find((one) => one.at.case === '2.B' && one.other === 'rest');
    expect(pair).toMatchObject({ ours: 2, marks: ['borrowed'], agreement: 'agrees' });
  });

  it('uses the first level of factors that a table ignores', () => {
    const { tables } = compared('kth-2023', ['throughput'], 'inventory', [
      { cell: { protocol: 'rest', shape: 's', tls: 'off' }, rps: [1000] },
      { cell: { protocol: 'rest', shape: 's', tls: 'on' }, rps: [500] },
    ]);
    const figures = tables[0]?.ours.filter((one) => one !== null);
    expect(new Set(figures?.map((one) => one?.value))).toEqual(new Set([1000]));
    expect(tables[0]?.notes.at(-1)).toBe('Only the run’s cells with tls off are shown.');
  });

  it('has nothing to compare with sizes of payloads, and no energy where none was measured', () => {
    const { tables } = compared('isep-2025', ['payload', 'energy-get-user'], 'store', [
      { cell: { protocol: 'rest', shape: 'get-user' }, rps: [100] },
    ]);
    expect(tables.flatMap(({ ours }) => ours).every((one) => one === null)).toBe(true);
    expect(tables[1]?.notes.join()).toMatch(/no energy figures/);
    expect(tables[1]?.counts.untold).toBe(8);
  });

  const client = (verdict: Verdict) => ({ client: { ...makeResult('').client, verdict } });
  const tlsCells = (off: readonly number[], on: readonly number[], part: Partial<TrialResult>) =>
    (['off', 'on'] as const).map((tls) => ({
      cell: { protocol: 'rest', shape: 'typical', tls } as const,
      rps: tls === 'off' ? off : on,
      part,
    }));
  const restPair = (found: ReturnType<typeof compared>) =>
    found.tables[0]?.pairs.find(
      ({ at, metric }) => at.protocol === 'rest' && metric === 'throughput',
    );

  it('claims nothing from one client-bound repetition of two seconds', () => {
    const part = { ...client('client-bound'), window: { seconds: 2 } };
    const cells = tlsCells([1000], [390], part);
    const found = compared('kth-2024', ['tls'], 'product', cells, { load: 'duration: 2s' });
    const pair = restPair(found);
    expect(pair).toMatchObject({ direction: 'leans-same', size: 'untold', interval: null });
    const doubts = ['one repetition', 'client-bound in 2 of 2 trials', 'measured for 2 s'];
    expect(pair?.trust).toEqual({ sound: false, doubts });
    expect(found.tally).toMatchObject({ measured: 2, inDoubt: 2, within: 0 });
    expect(found.tally.directions).toMatchObject({ same: 0, 'leans-same': 1 });
    expect(found.run.size).toBe('one trial per cell, 2 s and 40,000 requests each');
    expect(found.words).toContain('2 have no interval and so no direction (1 on the same side');
    expect(found.words).toMatch(/All of our figures are in doubt\.$/);
    expect(found.tables[0]?.ours.find((one) => one !== null)?.verdict).toBe('client-bound');
  });

  it('distinguishes direction, size and trust', () => {
    const cells = tlsCells([1000, 1010, 990], [320, 323, 317], { window: { seconds: 120 } });
    const load = { load: 'duration: 120s' };
    const pair = restPair(compared('kth-2024', ['tls'], 'product', cells, load));
    // −68 % here, −55 % published: the same direction, and not the same size.
    expect(pair).toMatchObject({ direction: 'same', size: 'outside', agreement: 'agrees' });
    expect(pair?.trust).toEqual({ sound: true, doubts: [] });
    expect(pair?.words).toMatchSnapshot();
    const near = tlsCells([1000, 1010, 990], [450, 470, 430], { window: { seconds: 120 } });
    const close = restPair(compared('kth-2024', ['tls'], 'product', near, load));
    expect(close).toMatchObject({ direction: 'same', size: 'within' });
  });

  it('compares within repetitions that went on until decided, whose time adds up', () => {
    // The second half of the run is three times slower, for both.
    const off = [1000, 1010, 990, 330, 335];
    const on = off.map((rps, index) => rps * (0.45 + (index - 2) / 200));
    const cells = tlsCells(off, on, { window: { seconds: 2 } });
    const load = 'duration: 2s';
    const pairOf = (repetitions: string) =>
      restPair(compared('kth-2024', ['tls'], 'product', cells, { load, repetitions }));
    const fixed = pairOf('5');
    expect(fixed).toMatchObject({ direction: 'undetected' });
    expect(fixed?.trust?.doubts).toEqual(['measured for 2 s']);
    const decided = pairOf('decided');
    expect(decided).toMatchObject({
      direction: 'same',
      size: 'within',
      ours: expect.closeTo(0.45, 3),
    });
    expect(decided?.trust).toEqual({ sound: true, doubts: [] });
    // Student's t for 4 degrees and 0.5 % is 5.598, by the logarithms' scatter.
    const logs = on.map((rps, index) => Math.log(rps / (off[index] ?? 0)));
    const middle = logs.reduce((sum, one) => sum + one, 0) / 5;
    const scatter = Math.sqrt(logs.reduce((sum, one) => sum + (one - middle) ** 2, 0) / 4);
    const reach = (5.5976 * scatter) / Math.sqrt(5);
    expect(decided?.interval?.low).toBeCloseTo(Math.exp(middle - reach), 4);
    expect(decided?.interval?.high).toBeCloseTo(Math.exp(middle + reach), 4);
  });

  it('names no runtime for services that are not bundled', () => {
    const cells = [{ cell: { protocol: 'rest' as const, shape: 'short' }, rps: [1000] }];
    const own = compared('edinburgh-2022', ['sizes'], 'team', cells, {
      target: '{rest: "http://127.0.0.1:8080"}',
    });
    expect(own.run.machine).toMatch(/; Node\.js 24\.0\.0 for the client, services under target/);
    expect(own.tables[0]?.notes.join(' ')).not.toContain('on Node.js');
    const bundled = compared('edinburgh-2022', ['sizes'], 'team', cells);
    expect(bundled.tables[0]?.notes.join(' ')).toContain('on Node.js');
  });

  it('shows the study’s own test with its pairs', () => {
    const [table] = compared(...ofIsep('get-user', 1000, [100, 101, 99])).tables;
    const decisions = table?.pairs.map(({ dimension, metric, at, decision }) =>
      [dimension, metric, at.gateway, at.requests, decision].join(' '),
    );
    expect(decisions).toContain('format averageMs off 1000 Protobuf not shown to be faster');
    expect(decisions).toContain('format averageMs off 10000 Protobuf significantly faster');
    expect(decisions).toContain('format throughputRps off 1000 ');
    expect(table?.table.claims.join(' ')).toContain('Mann-Whitney');
  });

  it('doubts trials with far fewer requests than the study’s, or with many failures', () => {
    const short = (ok: number, failed = 0) => ({ part: { requests: { ok, failed, dropped: 0 } } });
    const cellsOf = (ended: ReturnType<typeof short>) =>
      (['rest', 'grpc'] as const).map((protocol) => ({
        cell: { protocol, shape: 'short' },
        rps: [1000, 1001],
        ...ended,
      }));
    const doubtsOf = (ended: ReturnType<typeof short>) =>
      compared('edinburgh-2022', ['sizes'], 'team', cellsOf(ended)).tables[0]?.pairs.find(
        ({ ours }) => ours !== null,
      )?.trust?.doubts;
    expect(doubtsOf(short(30))).toEqual(['30 requests, the study 1,000']);
    expect(doubtsOf(short(900, 100))).toEqual([expect.stringMatching(/^10\S* ?% failed$/)]);
    expect(doubtsOf(short(1000))).toEqual([]);
  });

  it('is null where the experiment names no study', () => {
    const document = buildDocument(makeHead({ id: 'run' }), []);
    expect(publishedOfRun(document)).toBeNull();
  });
});

describe('direction and size', () => {
  const ratio = fc.double({ min: 0.01, max: 100, noNaN: true });
  const share = fc.option(fc.double({ min: 0.01, max: 2, noNaN: true }));

  it('never claims a direction without an interval, nor one that the interval does not show', () => {
    fc.assert(
      fc.property(ratio, ratio, share, (published, times, wide) => {
        const interval =
          wide === null ? null : { low: times / (1 + wide), high: times * (1 + wide) };
        const direction = directionOf(published, { times, interval });
        const hasDirection = ['same', 'opposite', 'only-here'].includes(direction);
        expect(hasDirection).toBe(interval !== null && (interval.low > 1 || interval.high < 1));
        const reach = reachOf(published, { times, interval });
        expect(reach === 'untold').toBe(interval === null);
        if (interval && reach === 'within') {
          expect(published).toBeGreaterThanOrEqual(interval.low);
          expect(published).toBeLessThanOrEqual(interval.high);
        }
      }),
    );
  });

  it('describe a difference that only one has', () => {
    const clear = { times: 2, interval: { low: 1.9, high: 2.1 } };
    expect(directionOf(1.002, clear)).toBe('only-here');
    expect(directionOf(2, { times: 1.05, interval: { low: 0.9, high: 1.2 } })).toBe('undetected');
    expect(directionOf(1.002, { times: 2, interval: null })).toBe('untold');
    expect(directionOf(2, { times: 0.5, interval: null })).toBe('leans-opposite');
  });
});
