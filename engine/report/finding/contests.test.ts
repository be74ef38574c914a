import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import { roughLevel } from '../../../metrics/levels.ts';
import { madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { makeRound } from '../../../tests/support/records.ts';
import { orderedRun } from '../comparisons.ts';
import { analyseCrossovers } from '../crossover.ts';

describe('levels of load that disagree', () => {
  const at = (users: number, rest: number, grpc: number, scatter = 0.01) =>
    (['rest', 'grpc'] as const).map((protocol) => {
      const figure = protocol === 'rest' ? rest : grpc;
      const figures = [1 - scatter, 1, 1 + scatter].map((one) => one * figure);
      return [{ protocol, users }, figures] as const;
    });
  const sentencesOf = (...cells: readonly (readonly [Partial<Cell>, readonly number[]])[][]) =>
    madeFinding(trialsOf(cells.flat())).sentences;

  it('are reported where another is ahead, with the crossing of the crossovers', () => {
    const cells = [at(1, 1400, 1000), at(20, 5000, 5100), at(200, 10_000, 20_000)].flat();
    const trials = trialsOf(cells);
    const { sentences, evidence } = madeFinding(trials);
    expect(sentences).toMatchSnapshot();
    expect(evidence.map(({ cell }) => cell.users)).toEqual([200, 1]);
    const [crossover] = analyseCrossovers(trials, orderedRun('', trials).order);
    const level = crossover?.crossings[0]?.level ?? Number.NaN;
    expect(sentences[1]).toContain(`cross at ${roughLevel(level)} users`);
  });

  it.each<[string, Parameters<typeof trialsOf>[0]]>([
    [
      'together where they agree',
      [...at(1, 1400, 1000), ...at(8, 1400, 1000), ...at(200, 1000, 2000)],
    ],
    ['where the difference is gone for certain', [...at(1, 1000, 1004), ...at(200, 1000, 2000)]],
    ['not where they may only scatter more', [...at(1, 1000, 1500, 0.4), ...at(200, 1000, 2000)]],
    ['where only they have a winner', [...at(1, 1000, 1400), ...at(200, 1000, 1100, 0.4)]],
  ])('are reported %s', (_what, cells) => {
    expect(madeFinding(trialsOf(cells)).sentences).toMatchSnapshot();
  });

  it('are corrected together, even where they are too many to report', () => {
    const shapes = (count: number, scatter: number) =>
      Array.from({ length: count }, (_none, at) => `shape ${at + 10}`).flatMap((shape) =>
        [at(1, 1000, 1000), at(200, 1000, 1150, scatter)]
          .flat()
          .map(([cell, figures]) => [{ ...cell, shape }, figures] as const),
      );
    // A pair at each of two levels for each shape: 602 are more than a finding reports.
    const [some, many] = [1, 301].map((count) => sentencesOf(shapes(count, 0.04)));
    expect(some).toMatchSnapshot();
    expect(many).toMatchSnapshot();
    expect(sentencesOf(shapes(301, 0.001))).toMatchSnapshot();
  });

  it('are counted where they are many', () => {
    const shapes = ['a', 'b', 'c'].flatMap((shape) =>
      [at(1, 1400, 1000), at(200, 1000, 2000)]
        .flat()
        .map(([cell, figures]) => [{ ...cell, shape }, figures] as const),
    );
    expect(sentencesOf(shapes)[1]).toMatchSnapshot();
  });
});

describe('a second factor', () => {
  const cell = (protocol: Cell['protocol'], tls: Cell['tls'], figure: number, scatter = 0.01) =>
    [{ protocol, tls }, [1 - scatter, 1, 1 + scatter].map((one) => one * figure)] as const;

  it.each([
    [
      'the cost of TLS for each protocol',
      [cell('rest', 'off', 1000), cell('rest', 'on', 880)],
      [cell('grpc', 'off', 2000), cell('grpc', 'on', 1840)],
    ],
    [
      'what may be chance, and what is unknown',
      [cell('rest', 'off', 1000), cell('rest', 'on', 700)],
      [cell('grpc', 'off', 2000), cell('grpc', 'on', 1900, 0.2)],
    ],
  ])('is reported after the first: %s', (_what, ofRest, ofGrpc) => {
    expect(madeFinding(trialsOf([...ofRest, ...ofGrpc])).sentences).toMatchSnapshot();
  });

  it('says that TLS raises a latency', () => {
    const { sentences } = madeFinding(
      trialsOf([cell('rest', 'off', 100), cell('rest', 'on', 100)]).map((trial) => ({
        ...trial,
        cell: { ...trial.cell, users: undefined, rate: 100 },
        latencyMs: {
          ...trial.latencyMs,
          p95: trial.throughputRps * (trial.cell.tls === 'on' ? 0.12 : 0.1),
        },
      })),
    );
    expect(sentences).toMatchSnapshot();
  });

  it('is reported with both of its levels where it is not TLS', () => {
    const cells = (['rest', 'grpc'] as const).flatMap((protocol) => [
      [{ protocol, client: 'raw' }, [990, 1000, 1010]] as const,
      [{ protocol, client: 'library' }, [396, 400, 404]] as const,
    ]);
    expect(madeFinding(trialsOf(cells)).sentences[1]).toMatchSnapshot();
  });

  it('is not reported for single repetitions, which the first already mentions', () => {
    const single = (['rest', 'grpc'] as const).flatMap((protocol) =>
      (['off', 'on'] as const).map((tls) => [{ protocol, tls }, [1000]] as const),
    );
    const { sentences } = madeFinding(trialsOf(single));
    expect(sentences.join()).not.toContain('effect');
  });
});

describe('the finding of a ladder', () => {
  /** Throughput of each level of users, for each repetition. */
  const ladder = (protocol: Cell['protocol'], repetitions: readonly (readonly number[])[]) =>
    trialsOf([[{ protocol, users: undefined }, repetitions.map(() => 1)]]).map((trial, index) => ({
      ...trial,
      id: `${protocol}-${index}`,
      rounds: (repetitions[index] ?? []).map((throughputRps, level) =>
        makeRound(level, 2 ** level, {
          kind: 'step',
          throughputRps,
          latencyMs: { ...trial.latencyMs, mean: 2 ** level, p95: 2 ** (level + 1) },
        }),
      ),
    }));
  const flat = (peak: number) => [peak / 4, peak / 2, peak, peak, peak];

  it('says who carries more at its peak', () => {
    const { sentences, evidence } = madeFinding([
      ...ladder('rest', [flat(29_900), flat(30_000), flat(30_100)]),
      ...ladder('grpc', [flat(40_900), flat(41_000), flat(41_100)]),
    ]);
    expect(sentences).toMatchSnapshot();
    expect(evidence).toMatchObject([{ metric: 'peak', finding: 'different' }]);
  });

  it('says that the winner is unknown, and gives advice', () => {
    const { sentences } = madeFinding([
      ...ladder('rest', [flat(30_000)]),
      ...ladder('grpc', [flat(41_000)]),
    ]);
    expect(sentences[0]).toMatchSnapshot();
  });
});
