import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { type Crossover, crossoverSchema, resultDocumentSchema } from '../../contracts/result.ts';
import { makeCell, makeHead, makeResult, makeRound } from '../../tests/support/records.ts';
import { analyseCrossovers } from './crossover.ts';
import { buildDocument } from './document.ts';
import { levelOrder } from './level-order.ts';

const users = [1, 4, 16, 64];
/** Repetitions scatter by a hundredth. */
const scatter = [0.99, 1.01, 1, 1.005];

interface Curve {
  readonly cell: Partial<Cell>;
  /** At each of the users. */
  readonly throughputs: readonly number[];
}

const rest: Curve = { cell: { protocol: 'rest' }, throughputs: [400, 1000, 1500, 1600] };
const grpc: Curve = { cell: { protocol: 'grpc' }, throughputs: [200, 700, 1900, 3000] };
const slow: Curve = { cell: { protocol: 'soap' }, throughputs: [100, 300, 600, 700] };

const latencyOf = (level: number, throughputRps: number) => {
  const { latencyMs } = makeResult('any');
  const mean = (1000 * level) / throughputRps;
  return { ...latencyMs, mean, p95: 2 * mean, p99: 3 * mean };
};

/** A factor of users: a trial for each level and repetition. */
function factorTrials({ cell, throughputs }: Curve, repetitions: number): TrialResult[] {
  return users.flatMap((level, at) =>
    scatter.slice(0, repetitions).map((part, index) => {
      const throughputRps = (throughputs[at] ?? 0) * part;
      return makeResult(`${cell.protocol}-${level}-${index}`, {
        cell: makeCell({ ...cell, users: level }),
        repetition: index + 1,
        throughputRps,
        latencyMs: latencyOf(level, throughputRps),
      });
    }),
  );
}

/** A ladder: a trial for each repetition. */
function ladderTrials({ cell, throughputs }: Curve, repetitions: number): TrialResult[] {
  const { users: _none, ...plain } = makeCell(cell);
  return scatter.slice(0, repetitions).map((part, index) =>
    makeResult(`${cell.protocol}-${index}`, {
      cell: plain,
      repetition: index + 1,
      rounds: users.map((level, at) => {
        const throughputRps = (throughputs[at] ?? 0) * part;
        const round = makeRound(at, level, { throughputRps });
        return { ...round, latencyMs: latencyOf(level, throughputRps) };
      }),
    }),
  );
}

const experiment = 'factors: {protocol: [rest, soap, grpc]}';
function analyse(trials: readonly TrialResult[]): Crossover[] {
  const cells = trials.map(({ cell }) => cell);
  return analyseCrossovers(trials, levelOrder(experiment, cells));
}
const findings = (found: readonly Crossover[], figure: Crossover['figure'] = 'throughput') =>
  found.filter((one) => one.figure === figure).map(({ finding }) => finding);

describe.each([
  ['a factor of users', factorTrials],
  ['a ladder', ladderTrials],
])('where curves over %s cross', (_what, trialsOf) => {
  it('is found with an interval, for throughput and for latency', () => {
    const found = analyse([rest, grpc].flatMap((curve) => trialsOf(curve, 4)));
    expect(found.map((one) => crossoverSchema.parse(one))).toEqual(found);
    expect(found.map(({ figure }) => figure)).toEqual(['throughput', 'mean', 'p95', 'p99']);
    const [throughput] = found;
    expect(throughput).toMatchObject({ factor: 'protocol', of: 'users', repetitions: 4 });
    expect(throughput?.baseline).not.toHaveProperty('users');
    expect(throughput?.levels.map(({ level, certain }) => [level, certain])).toEqual(
      users.map((level) => [level, true]),
    );
    const [crossing, ...others] = throughput?.crossings ?? [];
    expect(others).toEqual([]);
    expect(crossing).toMatchObject({ higher: 'cell' });
    // ln(700/1000) and ln(1900/1500) in a straight line over ln 4 and ln 16.
    expect(crossing?.level).toBeCloseTo(9.21, 1);
    expect([findings(found), findings(found, 'p99')]).toMatchSnapshot();
  });

  it.each([1, 2])('is unsure with few repetitions: %d', (repetitions) => {
    const found = analyse([rest, grpc, slow].flatMap((curve) => trialsOf(curve, repetitions)));
    expect(found.flatMap(({ crossings }) => crossings.map(({ interval }) => interval))).toEqual(
      Array(4).fill(null),
    );
    expect(findings(found)).toMatchSnapshot();
  });

  const ofGrpc = (...throughputs: number[]): Curve => ({ cell: grpc.cell, throughputs });
  it.each([
    ['does not exist where one is above at all levels', slow, 3],
    ['is found completely when they cross more than once', ofGrpc(200, 2000, 1000, 3000), 4],
    ['is not claimed within noise', ofGrpc(402, 998, 1502, 1598), 4],
  ])('%s', (_case, other, repetitions) => {
    const found = analyse([rest, other].flatMap((curve) => trialsOf(curve, repetitions)));
    expect([findings(found), findings(found, 'mean')]).toMatchSnapshot();
  });
});

describe('crossovers', () => {
  it('are of any factor, where all else is equal', () => {
    const onTls: Curve = { ...grpc, cell: { ...rest.cell, tls: 'on' } };
    const library: Curve = { ...slow, cell: { ...rest.cell, client: 'library', tls: 'on' } };
    const found = analyse([rest, onTls, library].flatMap((curve) => ladderTrials(curve, 3)));
    const throughputs = found.filter(({ figure }) => figure === 'throughput');
    expect(throughputs.map(({ factor }) => factor)).toEqual(['tls', 'client']);
    expect(findings(found)).toMatchSnapshot();
  });

  it('need three levels measured for both in every repetition', () => {
    const trials = [...factorTrials(rest, 3), ...factorTrials(grpc, 3)];
    const at = (...levels: number[]) =>
      trials.filter(({ cell }) => levels.includes(cell.users ?? 0));
    expect(analyse(at(1, 4))).toEqual([]);
    expect(analyse(at(1, 4, 16))).toHaveLength(4);
    const failed = at(1, 4, 16).map((trial) =>
      trial.id === 'grpc-4-1' ? { ...trial, status: 'failed' as const } : trial,
    );
    expect(analyse(failed)[0]?.repetitions).toBe(2);
    expect(analyse(ladderTrials(rest, 3))).toEqual([]);
  });

  it('say where the load generator was the limit', () => {
    const trials = [rest, grpc].flatMap((curve) => factorTrials(curve, 3));
    const verdict = 'client-bound' as const;
    const bound = trials.map((one) => ({ ...one, client: { ...one.client, verdict } }));
    expect(findings(analyse(bound))[0]).toContain('The load generator was the limit there');
  });

  it('are part of the result document', () => {
    const trials = [rest, grpc].flatMap((curve) => ladderTrials(curve, 3));
    const document = buildDocument(makeHead({ experiment }), trials);
    expect(document.analysis.crossovers).toHaveLength(4);
    expect(resultDocumentSchema.parse(document)).toEqual(document);
  });
});
