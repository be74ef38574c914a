import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import { intervalText } from '../../../figures/comparisons.ts';
import { roughLevel } from '../../../figures/levels.ts';
import {
  environment,
  makeCell,
  makeHead,
  makeResult,
  makeRound,
} from '../../../tests/support/records.ts';
import { seededRandom } from '../../stats/random.ts';
import { orderedRun } from '../comparisons.ts';
import { analyseCrossovers } from '../crossover.ts';
import { buildDocument } from '../document.ts';
import { runOutcome } from './finding.ts';

function findingOf(trials: readonly TrialResult[], plannedTrials = trials.length) {
  const head = {
    id: 'run',
    name: 'Run',
    status: 'completed' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
    environment,
    experiment: '',
    plannedTrials,
    badCells: [],
    thresholdsPassed: true,
    warnings: [],
  };
  const { finding } = buildDocument(head, [...trials]).analysis;
  if (!finding) throw new Error('there is no finding');
  return finding;
}

/** A trial for each throughput of each cell. */
function trialsOf(
  cells: readonly (readonly [Partial<Cell>, readonly number[]])[],
  part: Partial<TrialResult> = {},
): TrialResult[] {
  return cells.flatMap(([cell, figures], place) =>
    figures.map((throughputRps, index) =>
      makeResult(`${place}-${index}`, {
        index: 100 * place + index,
        cell: makeCell({ users: 200, ...cell }),
        repetition: index + 1,
        throughputRps,
        ...part,
      }),
    ),
  );
}

describe('the finding of two protocols', () => {
  it('says who is ahead, by how much, how sure and at which level', () => {
    const finding = findingOf(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 1010, 990]],
        [{ protocol: 'grpc' }, [1990, 2010, 2000]],
      ]),
    );
    expect(finding.sentences).toEqual([
      'At 200 users, gRPC answers 2.00 times what REST does (95 % interval 1.96 to 2.04).',
    ]);
    expect(finding.evidence).toMatchObject([
      { metric: 'throughput', finding: 'different', trials: { cell: 3, baseline: 3 } },
    ]);
  });

  it('says that no difference can be detected where the interval includes 1', () => {
    const finding = findingOf(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 2000, 1500]],
        [{ protocol: 'grpc' }, [900, 1500, 600]],
      ]),
    );
    expect(finding.sentences.join()).toMatch(
      /^At 200 users, gRPC answers 0\.\d+ times what REST does \(95 % interval .*\): no detectable difference with 3 repetitions\.$/,
    );
  });

  it('claims nothing from one trial of each', () => {
    const finding = findingOf(
      trialsOf([
        [{ protocol: 'rest' }, [1000]],
        [{ protocol: 'grpc' }, [2000]],
      ]),
    );
    expect(finding.sentences).toEqual([
      'At 200 users, gRPC answers 2.00 times what REST does, with too few repetitions to tell a difference from chance.',
    ]);
    expect(finding.limits.join()).toContain('measured once');
  });

  it('tells the highest level of load, not the first', () => {
    const ladder = (protocol: Cell['protocol'], factor: number) =>
      [10, 50, 200].map(
        (users) =>
          [{ protocol, users }, [99, 100, 101].map((one) => one * users * factor)] as const,
      );
    const { sentences } = findingOf(trialsOf([...ladder('rest', 1), ...ladder('grpc', 3)]));
    expect(sentences).toEqual([expect.stringMatching(/^At 200 users, gRPC answers 3\.00 times/)]);
  });

  it('names the shapes where they disagree', () => {
    const { sentences } = findingOf(
      trialsOf([
        [{ protocol: 'rest', shape: 'small' }, [1000, 1010, 990]],
        [{ protocol: 'grpc', shape: 'small' }, [1990, 2010, 2000]],
        [{ protocol: 'rest', shape: 'large' }, [500, 700, 600]],
        [{ protocol: 'grpc', shape: 'large' }, [550, 600, 650]],
      ]),
    );
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/^At 200 users, for small, gRPC answers 2\.00 times/);
    expect(sentences[1]).toMatch(/for large, .* no detectable difference/);
  });

  it('says that no request was answered, and why', () => {
    const failure = { code: 'TARGET_LOST' as const, message: 'The target is gone' };
    const finding = findingOf(
      trialsOf([[{ protocol: 'rest' }, [0]]], {
        status: 'failed',
        failure,
        requests: { ok: 0, failed: 3, dropped: 0 },
      }),
    );
    expect(finding.sentences).toEqual([
      'No trial was completed with an answer. The target is gone.',
    ]);
  });

  describe('of a search', () => {
    const search = (missed: readonly (string | undefined)[], part: Partial<Round> = {}) =>
      trialsOf([[{ protocol: 'rest' }, missed.map(() => 362)]]).map((trial, index) => {
        const why = missed[index];
        const last = {
          ...makeRound(1, 0, { kind: 'final', users: null, throughputRps: 361, ...part }),
          rate: 362 - 36 * index,
          ...(why !== undefined && { missed: why }),
        };
        return { ...trial, rounds: [makeRound(0, 0, { kind: 'probe' }), last], headlineRound: 1 };
      });
    const told = (missed: readonly (string | undefined)[], part?: Partial<Round>) =>
      findingOf(search(missed, part)).sentences;

    it('names the level at which its final round met the objective', () => {
      expect(told([undefined, undefined])).toEqual([
        'The search ended at 344 per second for REST (361 requests/s, 2 repetitions).',
      ]);
    });

    it('names no level where no final round met the objective', () => {
      expect(told(['p99 was 64.7 ms'])).toEqual([
        'No final round of the search met the objective for REST: the last, at 362 per second, missed it because p99 was 64.7 ms.',
      ]);
      expect(told([undefined, 'p99 was 64.7 ms'])[0]).toContain(
        '2 repetitions; in 1 of them no final round met the objective)',
      );
    });

    it('names the lowest of the levels that several repetitions missed it at', () => {
      expect(told(['p99 was 64.7 ms', 'p99 was 51.2 ms'])).toEqual([
        'No final round of the search met the objective for REST: the lowest of them, at 326 per second, missed it because p99 was 51.2 ms.',
      ]);
    });

    it('speaks of no final round where there was none', () => {
      const probe = { kind: 'probe' } as const;
      expect(told(['p99 was 64.7 ms'], probe)[0]).toMatch(/^No round of the search met/);
      expect(told([undefined, 'p99 was 64.7 ms'], probe)[0]).toContain(
        '; in 1 of them no round met the objective)',
      );
    });
  });

  it('says in which trials the load generator was the limit', () => {
    const trials = trialsOf([
      [{ protocol: 'rest' }, [1000, 1010, 990]],
      [{ protocol: 'grpc' }, [1990, 2010, 2000]],
    ]).map((trial) =>
      trial.cell.protocol === 'grpc'
        ? { ...trial, client: { ...trial.client, verdict: 'client-bound' as const } }
        : trial,
    );
    expect(findingOf(trials).limits[0]).toBe(
      'The load generator was the limit in 3 of 6 trials (gRPC): the service may be able to do more there.',
    );
  });
});

describe('the finding of several protocols', () => {
  it('names the best and the next', () => {
    const { sentences } = findingOf(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 1010, 990]],
        [{ protocol: 'soap' }, [500, 505, 495]],
        [{ protocol: 'grpc' }, [1990, 2010, 2000]],
      ]),
    );
    expect(sentences).toEqual([
      'At 200 users, gRPC is ahead: it answers 2.00 times what the next, REST, does (95 % interval 1.96 to 2.04).',
    ]);
  });

  it('names all that cannot be told from the best', () => {
    const { sentences } = findingOf(
      trialsOf([
        [{ protocol: 'rest' }, [1900, 2080, 2010]],
        [{ protocol: 'soap' }, [500, 505, 495]],
        [{ protocol: 'grpc' }, [1990, 2010, 2020]],
      ]),
    );
    expect(sentences.join()).toMatch(/gRPC and REST are ahead, with no detectable difference/);
  });
});

describe('levels of load that disagree', () => {
  const at = (users: number, rest: number, grpc: number, scatter = 0.01) =>
    (['rest', 'grpc'] as const).map((protocol) => {
      const figure = protocol === 'rest' ? rest : grpc;
      const figures = [1 - scatter, 1, 1 + scatter].map((one) => one * figure);
      return [{ protocol, users }, figures] as const;
    });
  const told = (...cells: readonly (readonly [Partial<Cell>, readonly number[]])[][]) =>
    findingOf(trialsOf(cells.flat())).sentences;

  it('are told where another is ahead, with the crossing of the crossovers', () => {
    const cells = [at(1, 1400, 1000), at(20, 5000, 5100), at(200, 10_000, 20_000)].flat();
    const trials = trialsOf(cells);
    const { sentences, evidence } = findingOf(trials);
    expect(sentences).toEqual([
      'At 200 users, gRPC answers 2.00 times what REST does (95 % interval 1.96 to 2.05).',
      expect.stringMatching(
        /^At 1 user, REST is ahead instead: gRPC answers 0\.71 times what REST does \(95 % interval 0\.70 to 0\.73\), and the two cross at \d+ users \(95 % interval \d+ to \d+\)\.$/,
      ),
    ]);
    expect(evidence.map(({ cell }) => cell.users)).toEqual([200, 1]);
    const [crossover] = analyseCrossovers(trials, orderedRun('', trials).order);
    const level = crossover?.crossings[0]?.level ?? Number.NaN;
    expect(sentences[1]).toContain(`cross at ${roughLevel(level)} users`);
  });

  it('are told together where they agree with each other', () => {
    expect(told(at(1, 1400, 1000), at(8, 1400, 1000), at(200, 1000, 2000))[1]).toMatch(
      /^At 1 and 8 users, REST is ahead instead: at 1 user, gRPC answers 0\.71 times/,
    );
  });

  it('are told where the difference is gone for certain', () => {
    expect(told(at(1, 1000, 1004), at(200, 1000, 2000))[1]).toMatch(
      /^At 1 user, gRPC answers 1\.00 times what REST does \(95 % interval .*\): no detectable difference with 3 repetitions\.$/,
    );
  });

  it('are not told where they may only scatter more', () => {
    expect(told(at(1, 1000, 1500, 0.4), at(200, 1000, 2000))).toHaveLength(1);
  });

  it('are told where only they have a winner', () => {
    expect(told(at(1, 1000, 1400), at(200, 1000, 1100, 0.4))).toEqual([
      expect.stringMatching(/^At 200 users, .* no detectable difference/),
      expect.stringMatching(/^At 1 user, gRPC is ahead: it answers 1\.40 times what REST does/),
    ]);
  });

  it('are counted where they are many', () => {
    const shapes = ['a', 'b', 'c'].flatMap((shape) =>
      [at(1, 1400, 1000), at(200, 1000, 2000)]
        .flat()
        .map(([cell, figures]) => [{ ...cell, shape }, figures] as const),
    );
    expect(told(shapes)[1]).toBe(
      'At fewer users the answer differs: of 3 groups of cells there, in 3 another is ahead.',
    );
  });
});

describe('a second factor', () => {
  const cell = (protocol: Cell['protocol'], tls: Cell['tls'], figure: number, scatter = 0.01) =>
    [{ protocol, tls }, [1 - scatter, 1, 1 + scatter].map((one) => one * figure)] as const;

  it('is told beside the first, as what TLS costs each protocol', () => {
    const { sentences } = findingOf(
      trialsOf([
        cell('rest', 'off', 1000),
        cell('rest', 'on', 880),
        cell('grpc', 'off', 2000),
        cell('grpc', 'on', 1840),
      ]),
    );
    expect(sentences).toEqual([
      expect.stringMatching(/^At 200 users, without TLS, gRPC answers 2\.00 .*; with TLS, gRPC/),
      'At 200 users, TLS costs REST 12 % of its throughput (95 % interval 10 % to 14 %) and gRPC 8 % (95 % interval 6 % to 10 %).',
    ]);
  });

  it('says what may be chance, and what cannot be told', () => {
    const { sentences } = findingOf(
      trialsOf([
        cell('rest', 'off', 1000),
        cell('rest', 'on', 700),
        cell('grpc', 'off', 2000),
        cell('grpc', 'on', 1900, 0.2),
      ]),
    );
    expect(sentences[1]).toMatch(
      /^At 200 users, TLS costs REST 30 % of its throughput \(95 % interval 28 % to 32 %\); no effect of TLS on gRPC \(0\.94 times, 95 % interval .*\) can be detected with 3 repetitions\.$/,
    );
  });

  it('says that TLS raises a latency', () => {
    const { sentences } = findingOf(
      trialsOf([cell('rest', 'off', 100), cell('rest', 'on', 100)]).map((trial) => ({
        ...trial,
        cell: { ...trial.cell, users: undefined, rate: 100 },
        latencyMs: {
          ...trial.latencyMs,
          p95: trial.throughputRps * (trial.cell.tls === 'on' ? 0.12 : 0.1),
        },
      })),
    );
    expect(sentences).toEqual([
      'At 100 requests/s, TLS raises the p95 latency of REST by 20 % (95 % interval 17 % to 23 %).',
    ]);
  });

  it('is told with both of its levels where it is not TLS', () => {
    const { sentences } = findingOf(
      trialsOf(
        (['rest', 'grpc'] as const).flatMap((protocol) =>
          (['raw', 'library'] as const).map(
            (client) =>
              [
                { protocol, client },
                [99, 100, 101].map((one) => one * (client === 'raw' ? 10 : 4)),
              ] as const,
          ),
        ),
      ),
    );
    expect(sentences[1]).toBe(
      'At 200 users, with the library client, throughput of REST is 60 % lower than with the raw client (95 % interval 59 % to 61 %) and that of gRPC is 60 % lower (95 % interval 59 % to 61 %).',
    );
  });

  it('is not told of single repetitions, of which the first says it', () => {
    const single = (protocol: Cell['protocol'], tls: Cell['tls']) =>
      [{ protocol, tls }, [1000]] as const;
    const { sentences } = findingOf(
      trialsOf([
        single('rest', 'off'),
        single('rest', 'on'),
        single('grpc', 'off'),
        single('grpc', 'on'),
      ]),
    );
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
    const { sentences, evidence } = findingOf([
      ...ladder('rest', [flat(29_900), flat(30_000), flat(30_100)]),
      ...ladder('grpc', [flat(40_900), flat(41_000), flat(41_100)]),
    ]);
    expect(sentences[0]).toMatch(
      /^gRPC carries 41,000 requests\/s at its peak, 1\.37 times the 30,000 of REST \(95 % interval 1\.36 to 1\.38\)\.$/,
    );
    expect(sentences[1]).toMatch(/^REST saturates at about 4 users; gRPC saturates/);
    expect(evidence).toMatchObject([{ metric: 'peak', finding: 'different' }]);
  });

  it('says that it cannot be told, and what to do', () => {
    const { sentences } = findingOf([
      ...ladder('rest', [flat(30_000)]),
      ...ladder('grpc', [flat(41_000)]),
    ]);
    expect(sentences[0]).toBe(
      'gRPC carries 41,000 requests/s at its peak, 1.37 times the 30,000 of REST, with too few repetitions to tell a difference from chance; more repetitions may tell them apart.',
    );
  });
});

describe('the finding of equal things', () => {
  it.each([2, 3, 5])('rarely names a winner among %d', (count) => {
    const protocols = ['rest', 'soap', 'grpc', 'graphql', 'rsocket'] as const;
    const random = seededRandom(7 + count);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const rounds = 400;
    let named = 0;
    for (let round = 0; round < rounds; round++) {
      const cells = protocols
        .slice(0, count)
        .map(
          (protocol) =>
            [
              { protocol },
              Array.from({ length: 5 }, () => 1000 * Math.exp(0.1 * normal())),
            ] as const,
        );
      const { evidence } = findingOf(trialsOf(cells));
      if (evidence.some(({ finding }) => finding === 'different')) named++;
    }
    // 5 % of all families, and four standard deviations of such a count.
    expect(named / rounds).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / rounds));
  });
});

it('rarely names a winner where levels and a second factor are asked about as well', () => {
  const random = seededRandom(11);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const cells = (['rest', 'grpc'] as const).flatMap((protocol) =>
    (['off', 'on'] as const).flatMap((tls) =>
      [1, 20, 200].map((users): Partial<Cell> => ({ protocol, tls, users })),
    ),
  );
  const rounds = 400;
  let named = 0;
  for (let round = 0; round < rounds; round++) {
    const trials = trialsOf(
      cells.map((cell) => [cell, Array.from({ length: 4 }, () => 1000 * Math.exp(0.1 * normal()))]),
    );
    const { sentences } = runOutcome(makeHead(), trials, new Map());
    if (/\bahead\b|costs|raises|lower/.test(sentences.join(' '))) named++;
  }
  expect(named / rounds).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / rounds));
});

/** The numbers of a text, with groups of digits joined. */
const numbersOf = (text: string) =>
  [...text.matchAll(/\d[\d,]*(\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')));

it('has a sentence for whatever was measured, with the numbers of its evidence', () => {
  const figure = fc.double({ min: 1, max: 1e6, noNaN: true });
  const cell = fc.record({
    protocol: fc.constantFrom('rest', 'grpc', 'soap'),
    shape: fc.constantFrom('small', 'large'),
    users: fc.constantFrom(1, 10),
  });
  const cells = fc.uniqueArray(fc.tuple(cell, fc.array(figure, { minLength: 1, maxLength: 4 })), {
    selector: ([one]) => JSON.stringify(one),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(cells, (some) => {
      const { sentences, evidence } = findingOf(trialsOf(some as never));
      expect(sentences.length).toBeGreaterThan(0);
      for (const text of sentences) expect(text).toMatch(/^[A-Z].*\.$/);
      for (const { ratio, interval, finding } of evidence) {
        const told = numbersOf(sentences.join(' '));
        const close = (value: number) =>
          told.some((one) => Math.abs(one - value) <= 0.0051 + 0.005 * value);
        if (ratio) expect([told, close(ratio.times)]).toEqual([told, true]);
        if (interval)
          expect(sentences.join(' ')).toContain(`(95 % interval ${intervalText({ interval })})`);
        const sure = (interval?.low ?? 0) > 1 || (interval?.high ?? 2) < 1;
        expect(finding !== 'different' || sure).toBe(true);
      }
    }),
  );
});
