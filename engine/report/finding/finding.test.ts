import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { protocols } from '../../../contracts/words.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { makeHead, makeRound } from '../../../tests/support/records.ts';
import { seededRandom } from '../../stats/random.ts';
import { runOutcome } from './finding.ts';

describe('the finding of two protocols', () => {
  it('states the winner, the ratio, its interval and the level', () => {
    const finding = madeFinding(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 1010, 990]],
        [{ protocol: 'grpc' }, [1990, 2010, 2000]],
      ]),
    );
    expect(finding.sentences).toMatchSnapshot();
    expect(finding.evidence).toMatchObject([
      { metric: 'throughput', finding: 'different', trials: { cell: 3, baseline: 3 } },
    ]);
  });

  it('says that no difference can be detected where the interval includes 1', () => {
    const finding = madeFinding(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 2000, 1500]],
        [{ protocol: 'grpc' }, [900, 1500, 600]],
      ]),
    );
    expect(finding.sentences.join()).toMatch(
      /^At 200 users, gRPC answers 0\.\d+ times what REST does \(95 % interval .*\): no detectable difference with 3 repetitions\.$/,
    );
  });

  it('counts those without a detectable difference where they are many', () => {
    const { sentences } = madeFinding(
      trialsOf(protocols.map((protocol) => [{ protocol }, [1000, 2000, 1500]] as const)),
    );
    expect(sentences.join()).toMatch(
      /^At 200 users, no difference can be detected between the best, .*, and the 6 others with 3 repetitions\.$/,
    );
  });

  it('counts joint leaders from the fourth on', () => {
    const { sentences } = madeFinding(
      trialsOf(
        protocols.map(
          (protocol) =>
            [{ protocol }, protocol === 'soap' ? [10, 11, 10] : [1000, 2000, 1500]] as const,
        ),
      ),
    );
    expect(sentences.join()).toMatch(
      /^At 200 users, [^,]*, [^,]*, [^,]* and 3 more are ahead, with/,
    );
  });

  it('claims nothing from one trial of each', () => {
    const finding = madeFinding(
      trialsOf([
        [{ protocol: 'rest' }, [1000]],
        [{ protocol: 'grpc' }, [2000]],
      ]),
    );
    expect(finding.sentences).toMatchSnapshot();
    expect(finding.limits.join()).toContain('measured once');
  });

  it('reports the highest level of load, not the first', () => {
    const ladder = (protocol: Cell['protocol'], factor: number) =>
      [10, 50, 200].map(
        (users) =>
          [{ protocol, users }, [99, 100, 101].map((one) => one * users * factor)] as const,
      );
    const { sentences } = madeFinding(trialsOf([...ladder('rest', 1), ...ladder('grpc', 3)]));
    expect(sentences).toEqual([expect.stringMatching(/^At 200 users, gRPC answers 3\.00 times/)]);
  });

  it('names the shapes where they disagree', () => {
    const { sentences } = madeFinding(
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

  it('says that no request was answered, with the reason', () => {
    const failure = { code: 'TARGET_LOST' as const, message: 'The target is gone' };
    const finding = madeFinding(
      trialsOf([[{ protocol: 'rest' }, [0]]], {
        status: 'failed',
        failure,
        requests: { ok: 0, failed: 3, dropped: 0 },
      }),
    );
    expect(finding.sentences).toMatchSnapshot();
  });

  it('calls a failure the first where others are different', () => {
    const failed = (message: string) =>
      trialsOf([[{ protocol: 'rest' }, [0]]], {
        status: 'failed',
        failure: { code: 'TARGET_UNEXPECTED', message },
      });
    const done = trialsOf([[{ protocol: 'grpc' }, [900]]]);
    const limits = (...messages: string[]) =>
      madeFinding([...messages.flatMap(failed), ...done]).limits.join(' ');
    expect(limits('It was cut off at 7', 'It was cut off at 8')).toContain(
      'did not complete. It was cut off at 7.',
    );
    expect(limits('It was cut off', 'It was moved')).toContain(
      'did not complete. The first: It was cut off.',
    );
  });

  it('distinguishes skipped trials from those that did not complete', () => {
    const done = trialsOf([[{ protocol: 'grpc' }, [900]]]);
    const other = (status: 'failed' | 'skipped', protocol: 'soap' | 'rest') =>
      trialsOf([[{ protocol }, [0]]], { status });
    const { limits } = madeFinding([
      ...done,
      ...other('failed', 'soap'),
      ...other('skipped', 'rest'),
    ]);
    expect(limits.slice(0, 2)).toEqual([
      '1 of 3 trials did not complete.',
      '1 of 3 trials was skipped.',
    ]);
  });

  it('names protocols without a completed trial once, whatever their levels', () => {
    const failed = (users: number) =>
      trialsOf([[{ protocol: 'rest', users }, [0]]], { status: 'failed' });
    const done = (users: number) => trialsOf([[{ protocol: 'grpc', users }, [900]]]);
    const ending = (...trials: ReturnType<typeof done>[]) =>
      madeFinding(trials.flat()).sentences[0]?.split('; ').at(-1);
    expect(ending(failed(1), failed(4), done(1), done(4))).toBe('no trial of REST was completed.');
    const soap = trialsOf([[{ protocol: 'soap', users: 1 }, [900]]]);
    expect(ending(failed(1), failed(4), soap, done(4))).toBe('no trial of REST was completed.');
    const some = trialsOf([[{ protocol: 'rest', users: 2 }, [900]]]);
    expect(ending(failed(1), failed(4), some)).toMatchSnapshot();
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
    const sentencesOf = (missed: readonly (string | undefined)[], part?: Partial<Round>) =>
      madeFinding(search(missed, part)).sentences;

    it('names the level at which its final round met the objective', () => {
      expect(sentencesOf([undefined, undefined])).toMatchSnapshot();
    });

    it('names no level where no final round met the objective', () => {
      expect(sentencesOf(['p99 was 64.7 ms'])).toMatchSnapshot();
      expect(sentencesOf([undefined, 'p99 was 64.7 ms'])[0]).toContain(
        '2 repetitions; in 1 of them no final round met the objective)',
      );
    });

    it('names the lowest of the levels at which repetitions missed it', () => {
      expect(sentencesOf(['p99 was 64.7 ms', 'p99 was 51.2 ms'])).toMatchSnapshot();
    });

    it('does not mention a final round where there was none', () => {
      const probe = { kind: 'probe' } as const;
      expect(sentencesOf(['p99 was 64.7 ms'], probe)[0]).toMatch(/^No round of the search met/);
      expect(sentencesOf([undefined, 'p99 was 64.7 ms'], probe)[0]).toContain(
        '; in 1 of them no round met the objective)',
      );
    });
  });

  it('names lost machines once, separately from other reasons for doubt', () => {
    const lost = { name: 'north', sinceSeconds: 3, workers: 1, ofWorkers: 2 };
    const losing = (...others: string[]) =>
      madeFinding(
        trialsOf([
          [{ protocol: 'rest' }, [1000, 1010, 990]],
          [{ protocol: 'grpc' }, [1990, 2010, 2000]],
        ]).map((trial) => ({
          ...trial,
          lostMachines: [lost],
          client: {
            ...trial.client,
            verdict: 'suspect' as const,
            reasons: ['Incomplete: north was lost.', ...others],
          },
        })),
      ).limits;
    const [first, ...others] = losing();
    expect(others).toEqual([]);
    expect(first).toMatchSnapshot();
    expect(losing('A load worker stalled.')).toMatchSnapshot();
  });

  it('says that trials that lost a machine had less load than their level', () => {
    const lost = { name: 'north', sinceSeconds: 3, workers: 1, ofWorkers: 2 };
    const trials = trialsOf([
      [{ protocol: 'rest', users: 10 }, [1000, 1010, 990]],
      [{ protocol: 'grpc', users: 10 }, [1990, 2010, 2000]],
      [{ protocol: 'rest', users: 30 }, [1200, 1210, 1190]],
      [{ protocol: 'grpc', users: 30 }, [2490, 2510, 2500]],
    ]);
    const headline = (of: readonly number[]) =>
      madeFinding(
        trials.map((trial) =>
          of.includes(trial.cell.users ?? 0) ? { ...trial, lostMachines: [lost] } : trial,
        ),
      ).sentences[0];
    expect(headline([])).toMatch(/^At 30 users, /);
    expect(headline([10])).toMatch(/^At 30 users, /);
    expect(headline([10, 30])).toMatch(/^At 30 users \(fewer once a machine was lost\), /);
    const [alone] = madeFinding(
      trials.slice(6, 9).map((trial) => ({ ...trial, lostMachines: [lost] })),
    ).sentences;
    expect(alone).toMatch(/^At 30 users \(fewer once a machine was lost\), /);
    // A failed trial has no results.
    const failed = trials.map((trial, place) =>
      place === 0 || place === 6
        ? { ...trial, status: 'failed' as const, lostMachines: [lost] }
        : trial,
    );
    expect(madeFinding(failed).sentences[0]).toMatch(/^At 30 users, /);
    const open = trialsOf([[{ protocol: 'rest', users: undefined, rate: 500 }, [500, 499, 501]]]);
    expect(
      madeFinding(open.map((trial) => ({ ...trial, lostMachines: [lost] }))).sentences[0],
    ).toMatch(/^At 500 requests\/s \(less once a machine was lost\), /);
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
    expect(madeFinding(trials).limits[0]).toMatchSnapshot();
  });
});

describe('the finding of several protocols', () => {
  it('names the best and the next', () => {
    const { sentences } = madeFinding(
      trialsOf([
        [{ protocol: 'rest' }, [1000, 1010, 990]],
        [{ protocol: 'soap' }, [500, 505, 495]],
        [{ protocol: 'grpc' }, [1990, 2010, 2000]],
      ]),
    );
    expect(sentences).toMatchSnapshot();
  });

  it('names all that do not detectably differ from the best', () => {
    const { sentences } = madeFinding(
      trialsOf([
        [{ protocol: 'rest' }, [1900, 2080, 2010]],
        [{ protocol: 'soap' }, [500, 505, 495]],
        [{ protocol: 'grpc' }, [1990, 2010, 2020]],
      ]),
    );
    expect(sentences.join()).toMatch(/gRPC and REST are ahead, with no detectable difference/);
  });
});

/** Around 1000 with a scatter of a tenth: normal logarithms, by Box and Muller. */
const scattered = (random: () => number) => () =>
  1000 * Math.exp(0.1 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

describe('the finding of equal cells', () => {
  it.each([2, 3, 5])('rarely names a winner among %d', (count) => {
    const protocols = ['rest', 'soap', 'grpc', 'graphql', 'rsocket'] as const;
    const figure = scattered(seededRandom(7 + count));
    const rounds = 400;
    let named = 0;
    for (let round = 0; round < rounds; round++) {
      const cells = protocols
        .slice(0, count)
        .map((protocol) => [{ protocol }, Array.from({ length: 5 }, figure)] as const);
      const { evidence } = madeFinding(trialsOf(cells));
      if (evidence.some(({ finding }) => finding === 'different')) named++;
    }
    // 5 % of all families, and four standard deviations of such a count.
    expect(named / rounds).toBeLessThan(0.05 + 4 * Math.sqrt((0.05 * 0.95) / rounds));
  });
});

it.each<[users: readonly number[], repetitions: number, either: number]>([
  [[1, 20, 200], 4, 0.05],
  // Two families of 5 %, without other levels.
  [[200], 10, 0.1],
])(
  'rarely names a winner or an effect that is none, at %j users',
  (levels, repetitions, either) => {
    const figure = scattered(seededRandom(11));
    const cells = (['rest', 'grpc'] as const).flatMap((protocol) =>
      (['off', 'on'] as const).flatMap((tls) =>
        levels.map((users): Partial<Cell> => ({ protocol, tls, users })),
      ),
    );
    const rounds = 400;
    let [winners, effects, named] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const trials = trialsOf(
        cells.map((cell) => [cell, Array.from({ length: repetitions }, figure)]),
      );
      const { sentences } = runOutcome(makeHead(), trials, new Map());
      const [isAhead, hasEffect] = [/\bahead\b/, /costs|raises|lower/].map((claim) =>
        claim.test(sentences.join(' ')),
      );
      if (isAhead) winners++;
      if (hasEffect) effects++;
      if (isAhead || hasEffect) named++;
    }
    // And four standard deviations of such a count.
    const most = (share: number) => share + 4 * Math.sqrt((share * (1 - share)) / rounds);
    expect(winners / rounds).toBeLessThan(most(0.05));
    expect(effects / rounds).toBeLessThan(most(0.05));
    expect(named / rounds).toBeLessThan(most(either));
    expect(named).toBeGreaterThan(0);
  },
);

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
      const { sentences, evidence } = madeFinding(trialsOf(some as never));
      expect(sentences.length).toBeGreaterThan(0);
      for (const text of sentences) expect(text).toMatch(/^[A-Z].*\.$/);
      for (const { ratio, interval, finding } of evidence) {
        const numbers = numbersOf(sentences.join(' '));
        const close = (value: number) =>
          numbers.some((one) => Math.abs(one - value) <= 0.0051 + 0.005 * value);
        if (ratio) expect([numbers, close(ratio.times)]).toEqual([numbers, true]);
        if (interval)
          expect(sentences.join(' ')).toContain(`(95 % interval ${intervalText({ interval })})`);
        const sure = (interval?.low ?? 0) > 1 || (interval?.high ?? 2) < 1;
        expect(finding !== 'different' || sure).toBe(true);
      }
    }),
  );
});
