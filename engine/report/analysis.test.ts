import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { makeCell, makeResult, makeRound } from '../../tests/support/records.ts';
import { sampleDocument } from '../../tests/support/sample-document.ts';
import { analyse as analyseRun } from './analysis.ts';
import { orderedRun } from './comparisons.ts';

let counter = 0;
function trial(cell: Partial<Cell>, part: Partial<TrialResult> = {}): TrialResult {
  counter += 1;
  return makeResult(`t${counter}`, { index: counter, cell: makeCell(cell), ...part });
}

function figures(throughputRps: number, mean: number, p95: number): Partial<TrialResult> {
  return { throughputRps, latencyMs: { ...makeResult('').latencyMs, mean, p95 } };
}

const analyse = (experiment: string, trials: readonly TrialResult[]) =>
  analyseRun(orderedRun(experiment, trials));

describe('the analysis of cells', () => {
  it('uses geometric means over completed repetitions only', () => {
    const { cells } = analyse('', [
      trial({}, { ...figures(100, 2, 4), requests: { ok: 90, failed: 10, dropped: 0 } }),
      trial({}, { ...figures(300, 4, 8), requests: { ok: 300, failed: 0, dropped: 0 } }),
      trial({}, { ...figures(9999, 9, 9), status: 'stopped' }),
      trial({}, { ...figures(9999, 9, 9), status: 'failed' }),
    ]);
    const throughputRps = expect.closeTo(Math.sqrt(100 * 300), 9);
    const meanMs = expect.closeTo(Math.sqrt(2 * 4), 9);
    const latencies = { meanMs, p95Ms: expect.closeTo(Math.sqrt(4 * 8), 9) };
    const found = { trials: 2, throughputRps, ...latencies, errorShare: 0.05 };
    expect(cells).toEqual([{ cell: makeCell(), ...found }]);
  });

  it('does not treat a trial without a success as infinitely fast', () => {
    const none = { requests: { ok: 0, failed: 5, dropped: 0 }, ...figures(0, 0, 0) };
    const { cells, comparisons } = analyse('', [
      trial({}, none),
      trial({}, figures(100, 2, 4)),
      trial({ protocol: 'grpc' }, none),
    ]);
    expect(cells[0]).toMatchObject({ throughputRps: 0, meanMs: 2, p95Ms: 4, errorShare: 0.5 });
    expect(cells[1]).toMatchObject({ throughputRps: 0, meanMs: 0, errorShare: 1 });
    expect(comparisons).toEqual([]);
  });

  it('leaves out cells without a completed trial', () => {
    const empty = {
      ...{ cells: [], comparisons: [], saturation: [], clientTax: [], energy: [] },
      ...{ crossovers: [], twoWay: [], useCases: [] },
    };
    expect(analyse('', [trial({}, { status: 'skipped' })])).toEqual(empty);
    expect(analyse('', [])).toEqual(empty);
  });

  it('orders cells as in the experiment, however they were shuffled', () => {
    const text = 'factors: {protocol: [grpc, rest], shape: [large, small], users: 5}';
    const shuffled = ['small', 'large'].flatMap((shape) =>
      (['rest', 'grpc'] as const).map((protocol) => trial({ protocol, shape })),
    );
    const order = analyse(text, shuffled).cells.map(({ cell }) => `${cell.protocol} ${cell.shape}`);
    expect(order).toEqual(['grpc large', 'grpc small', 'rest large', 'rest small']);
  });

  it('orders cells of open load by their rate, and keeps those without a level in order', () => {
    const { users: _users, ...plain } = makeCell();
    const cells = [
      { ...plain, rate: 200 },
      { ...plain, rate: 50 },
      { ...plain, protocol: 'grpc' as const },
    ];
    const trials = cells.map((cell, index) => ({ ...makeResult(`t${index}`), cell }));
    const found = analyse('factors: {protocol: [grpc, rest], rate: [50, 200]}', trials);
    const order = found.cells.map(({ cell }) => `${cell.protocol} ${cell.rate}`);
    expect(order).toEqual(['grpc undefined', 'rest 50', 'rest 200']);
  });

  it('accepts any text as an experiment, even an invalid one', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(analyse(text, [trial({})]).cells).toHaveLength(1);
      }),
    );
    for (const text of ['factors: 3', 'factors: {protocol: {a: 1}}', '{', '- a', '&a [*a]']) {
      expect(analyse(text, [trial({})]).cells).toHaveLength(1);
    }
  });
});

describe('comparisons', () => {
  it('are made at one level of load, not of the mean of a ladder', () => {
    const ladder = [2, 4, 8].map((users, index) => makeRound(index, users));
    const { comparisons } = analyse('', [
      trial({}, { rounds: ladder }),
      trial({ protocol: 'grpc' }, { rounds: ladder }),
    ]);
    expect(comparisons).toEqual([]);
  });

  it('are made with the first protocol of the experiment, other levels equal', () => {
    const { comparisons } = analyse('factors: {protocol: [soap, rest, grpc]}', [
      trial({ protocol: 'grpc', users: 10 }, figures(300, 2, 3)),
      trial({ protocol: 'soap', users: 10 }, figures(100, 4, 12)),
      trial({ protocol: 'grpc', users: 20 }, figures(500, 2, 3)),
    ]);
    expect(comparisons).toMatchSnapshot();
  });

  it('are made between TLS levels and off, and between library and raw clients', () => {
    const { comparisons } = analyse('', [
      trial({}),
      trial({ tls: 'on' }),
      trial({ tls: 'mtls' }),
      trial({ client: 'library' }),
      trial({ tls: 'on', client: 'library' }),
    ]);
    const pairs = comparisons.map(
      ({ factor, cell, baseline }) =>
        `${factor}: ${cell.tls} ${cell.client} / ${baseline.tls} ${baseline.client}`,
    );
    expect(pairs).toMatchSnapshot();
  });
});

describe('the result document', () => {
  it('matches its schema', () => {
    const document = sampleDocument();
    expect(resultDocumentSchema.parse(document)).toEqual(document);
  });

  it('has its trials in execution order', () => {
    const indexes = sampleDocument().trials.map((one) => one.index);
    expect(indexes).toEqual([...indexes].sort((a, b) => a - b));
  });
});
