import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { Round, TrialResult } from '../../../contracts/measurement.ts';
import { protocols } from '../../../contracts/words.ts';
import { madeDocument, madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { normal } from '../../../tests/support/oracle.ts';
import { makeHead, makeRound } from '../../../tests/support/records.ts';
import { problemsOf } from '../../../tests/support/sceptical-reader.ts';
import { seededRandom } from '../../stats/random.ts';
import { buildDocument } from '../document.ts';
import { runOutcome } from './finding.ts';

type Row = Parameters<typeof trialsOf>[0][number];
const ofRest = (...rps: number[]): Row => [{ protocol: 'rest' }, rps];
const ofGrpc = (...rps: number[]): Row => [{ protocol: 'grpc' }, rps];
const rest = ofRest(1000, 1010, 990);
const grpc = ofGrpc(1990, 2010, 2000);
const soap: Row = [{ protocol: 'soap' }, [500, 505, 495]];
const wide = [1000, 2000, 1500];
const close = [ofRest(500, 700, 600), ofGrpc(550, 600, 650)];
const all = (rps: (protocol: Cell['protocol']) => number[]) =>
  protocols.map((protocol): Row => [{ protocol }, rps(protocol)]);
const shaped = (shape: string, ...rows: Row[]) =>
  rows.map(([cell, rps]): Row => [{ ...cell, shape }, rps]);
const ladder = (protocol: Cell['protocol'], factor: number) =>
  [10, 50, 200].map(
    (users) => [{ protocol, users }, [99, 100, 101].map((one) => one * users * factor)] as const,
  );
const trial = (protocol: Cell['protocol'], part: Partial<TrialResult>, users = 200, rps = 0) =>
  trialsOf([[{ protocol, users }, [rps]]], part);
const lost = { name: 'north', sinceSeconds: 3, workers: 1, ofWorkers: 2 };

describe('the finding of some protocols', () => {
  it.each<[string, Parameters<typeof trialsOf>[0]]>([
    ['states the winner, the ratio, its interval and the level', [rest, grpc]],
    [
      'detects no difference where the interval includes 1',
      [ofRest(...wide), ofGrpc(900, 1500, 600)],
    ],
    ['counts those that do not differ where they are many', all(() => wide)],
    [
      'counts joint leaders from the fourth on',
      all((one) => (one === 'soap' ? [10, 11, 10] : wide)),
    ],
    ['claims nothing from one trial of each', [ofRest(1000), ofGrpc(2000)]],
    ['reports the highest level of load', [...ladder('rest', 1), ...ladder('grpc', 3)]],
    [
      'names the shapes where they disagree',
      [...shaped('small', rest, grpc), ...shaped('large', ...close)],
    ],
    ['names the best and the next', [rest, soap, grpc]],
    ['names all that are ahead', [ofRest(1900, 2080, 2010), soap, ofGrpc(1990, 2010, 2020)]],
  ])('%s', (_what, cells) => {
    const { sentences, limits, evidence } = madeFinding(trialsOf(cells));
    const findings = evidence.map((one) => `${one.metric} ${one.finding} ${one.trials.cell}`);
    expect({ sentences, limits, findings }).toMatchSnapshot();
  });

  it('says that no request was answered, with the reason', () => {
    const failure = { code: 'TARGET_LOST' as const, message: 'The target is gone' };
    const requests = { ok: 0, failed: 3, dropped: 0 };
    const trials = trial('rest', { status: 'failed', failure, requests });
    expect(madeFinding(trials).sentences).toMatchSnapshot();
  });

  it('calls a failure the first where others are different', () => {
    const failed = (message: string) =>
      trial('rest', { status: 'failed', failure: { code: 'TARGET_UNEXPECTED', message } });
    const limits = (...messages: string[]) =>
      madeFinding([...messages.flatMap(failed), ...trial('grpc', {}, 200, 900)]).limits.join(' ');
    expect(limits('It was cut off at 7', 'It was cut off at 8')).toContain(
      'did not complete. It was cut off at 7.',
    );
    expect(limits('It was cut off', 'It was moved')).toContain(
      'did not complete. The first: It was cut off.',
    );
  });

  it('distinguishes skipped trials from those that did not complete', () => {
    const failed = trial('soap', { status: 'failed' });
    const skipped = trial('rest', { status: 'skipped' });
    const { limits } = madeFinding([...trial('grpc', {}, 200, 900), ...failed, ...skipped]);
    expect(limits[0]).toBe('1 of 3 trials did not complete.');
    expect(limits[1]).toBe('1 of 3 trials was skipped.');
  });

  it('gives no verdict on a threshold whose percentile has too few answers', () => {
    const few = { answers: 200, needed: 10_000 };
    const thresholds = [
      { rule: 'p999 < 5ms', passed: false, actual: 6, few },
      { rule: 'p50 < 5ms', passed: false, actual: 6 },
    ];
    const { limits } = madeFinding(trial('grpc', { thresholds }, 200, 900));
    expect(limits.filter((text) => text.startsWith('Threshold'))).toEqual([
      'Threshold p50 < 5ms missed by 1 trial.',
      'Threshold p999 < 5ms has no verdict in 1 trial: 200 answers are too few for p99.9, which needs 10,000.',
    ]);
  });

  it('is about the factor that the file varies first', () => {
    const cells = (['rest', 'grpc'] as const).flatMap((protocol) =>
      (['off', 'on'] as const).map(
        (tls): Row => [
          { protocol, tls },
          [99, 100, 101].map(
            (one) => one * (protocol === 'rest' ? 10 : 30) * (tls === 'on' ? 0.8 : 1),
          ),
        ],
      ),
    );
    const first = (factors: string) => {
      const experiment = `wirebench: 1\nname: Example\nfactors: {${factors}}\n`;
      const document = buildDocument(makeHead({ experiment }), trialsOf(cells));
      expect(problemsOf(document)).toEqual([]);
      return document.analysis.finding?.sentences[0];
    };
    expect(first('protocol: [rest, grpc], tls: [off, on]')).toMatch(/gRPC handles 3\.00 times/);
    expect(first('tls: [off, on], protocol: [rest, grpc]')).toMatch(/TLS costs REST 20 % of its/);
  });

  it('names protocols without a completed trial once, whatever their levels', () => {
    const failed = [1, 4].flatMap((users) => trial('rest', { status: 'failed' }, users));
    const done = (protocol: Cell['protocol'], users: number) => trial(protocol, {}, users, 900);
    const ending = (...trials: TrialResult[]) =>
      madeFinding([...failed, ...trials])
        .sentences[0]?.split('; ')
        .at(-1);
    const none = 'no trial of REST was completed.';
    expect(ending(...done('grpc', 1), ...done('grpc', 4))).toBe(none);
    expect(ending(...done('soap', 1), ...done('grpc', 4))).toBe(none);
    expect(ending(...done('rest', 2))).toMatchSnapshot();
  });

  const late = 'p99 was 64.7 ms';
  const probe: Partial<Round> = { kind: 'probe' };
  it.each<[string, readonly (string | undefined)[], Partial<Round>]>([
    ['names the level at which its final round met the objective', [undefined, undefined], {}],
    ['names no level where no final round met the objective', [late], {}],
    ['says in how many repetitions no final round met it', [undefined, late], {}],
    ['names the lowest of the levels at which it was missed', [late, 'p99 was 51.2 ms'], {}],
    ['does not mention a final round where there was none', [late], probe],
    ['says in how many repetitions no round met it', [undefined, late], probe],
  ])('of a search %s', (_what, missed, part) => {
    const trials = trialsOf([[{ protocol: 'rest' }, missed.map(() => 362)]]);
    const searched = trials.map((one, index) => {
      const why = missed[index];
      const round = { kind: 'final', users: null, throughputRps: 361, ...part } as const;
      const last = { ...makeRound(1, 0, round), rate: 362 - 36 * index };
      const ended = why === undefined ? last : { ...last, missed: why };
      return { ...one, rounds: [makeRound(0, 0, { kind: 'probe' }), ended], headlineRound: 1 };
    });
    expect(madeFinding(searched).sentences).toMatchSnapshot();
  });

  it('names lost machines once, separately from other reasons for doubt', () => {
    const losing = (...others: string[]) => {
      const reasons = ['Incomplete: north was lost.', ...others];
      const trials = trialsOf([rest, grpc], { lostMachines: [lost] });
      return madeFinding(
        trials.map((one) => ({ ...one, client: { ...one.client, verdict: 'suspect', reasons } })),
      ).limits;
    };
    expect([losing(), losing('A load worker stalled.')]).toMatchSnapshot();
  });

  it('says that trials that lost a machine had less load than their level', () => {
    const trials = trialsOf([
      [{ protocol: 'rest', users: 10 }, rest[1]],
      [{ protocol: 'grpc', users: 10 }, grpc[1]],
      [{ protocol: 'rest', users: 30 }, [1200, 1210, 1190]],
      [{ protocol: 'grpc', users: 30 }, [2490, 2510, 2500]],
    ]);
    const losing = (ones: readonly TrialResult[], isLost: (one: TrialResult) => boolean) =>
      madeFinding(ones.map((one) => (isLost(one) ? { ...one, lostMachines: [lost] } : one)))
        .sentences[0];
    const fewer = /^At 30 users \(fewer once a machine was lost\), /;
    expect(losing(trials, () => false)).toMatch(/^At 30 users, /);
    expect(losing(trials, ({ cell }) => cell.users === 10)).toMatch(/^At 30 users, /);
    expect(losing(trials, () => true)).toMatch(fewer);
    expect(losing(trials.slice(6, 9), () => true)).toMatch(fewer);
    // A failed trial has no results.
    const some = trials.map((one, place) =>
      place === 0 || place === 6 ? { ...one, status: 'failed' as const } : one,
    );
    expect(losing(some, ({ status }) => status === 'failed')).toMatch(/^At 30 users, /);
    const open = trialsOf([[{ protocol: 'rest', users: undefined, rate: 500 }, [500, 499, 501]]]);
    expect(losing(open, () => true)).toMatch(
      /^At 500 requests\/s \(less once a machine was lost\), /,
    );
  });

  it('says in which trials the load generator was the limit', () => {
    const trials = trialsOf([rest, grpc]).map((one) =>
      one.cell.protocol === 'grpc'
        ? { ...one, client: { ...one.client, verdict: 'client-bound' as const } }
        : one,
    );
    expect(madeFinding(trials).limits[0]).toMatchSnapshot();
  });
});

/** Around 1000 with a scatter of a tenth. */
const scattered = (random: () => number) => () => 1000 * Math.exp(0.1 * normal(random));

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
      const [isAhead, hasEffect] = [/ handles /, /costs|raises|lower/].map((claim) =>
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

it('has sentences for whatever was measured, which an independent computation finds right', () => {
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
  const settings = fc.constantFrom('', 'repetitions: decided\n');
  fc.assert(
    fc.property(cells, settings, (some, experiment) => {
      const trials = trialsOf(some as never);
      const document = madeDocument(trials, trials.length, experiment);
      const { sentences = [], evidence = [] } = document.analysis.finding ?? {};
      expect(sentences.length).toBeGreaterThan(0);
      for (const text of sentences) expect(text).toMatch(/^(?:[A-Z]|gRPC).*\.$/);
      expect([sentences, problemsOf(document)]).toEqual([sentences, []]);
      for (const { interval, finding } of evidence) {
        const sure = (interval?.low ?? 0) > 1 || (interval?.high ?? 2) < 1;
        expect(finding !== 'different' || sure).toBe(true);
      }
    }),
  );
});
