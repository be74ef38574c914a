import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LivePoint } from '../../contracts/engine-api.ts';
import { testPoint } from '../../tests/support/shown-trials.ts';
import { emptyHistory, historyOf, withPoint } from './liveHistory.ts';
import { liveWords, momentsToRead } from './liveWords.ts';

const down = {
  kind: 'status' as const,
  code: '500',
  message: 'HTTP 500: {"error":"database is down"}',
};
const late = { kind: 'timeout' as const, code: 'TIMEOUT', message: 'No complete answer' };

type Stretch = readonly [seconds: number, parts: Partial<LivePoint>];

/** Points of stretches one after the other, four a second. */
function course(...stretches: readonly Stretch[]): LivePoint[] {
  let at = 0;
  return stretches.flatMap(([seconds, parts]) =>
    Array.from({ length: seconds * 4 }, () => {
      at += 0.25;
      return testPoint({ at, ...parts });
    }),
  );
}
const fine = { throughputRps: 8000, ok: 2000 };
const nothing = { throughputRps: 0, ok: 0, p50: null, p95: null, p99: null };
const failing = (count: number, error: typeof down | typeof late = down) => ({
  failed: count,
  errors: [{ ...error, count }],
});
const wordsOf = (...stretches: readonly Stretch[]) => liveWords(historyOf(course(...stretches)));

describe('errors', () => {
  const outage = { ...nothing, ...failing(100) };

  it.each<readonly [string, readonly Stretch[], string | null, boolean]>([
    ['nothing failed', [[10, fine]], null, false],
    [
      'all fails',
      [
        [12, fine],
        [6, outage],
      ],
      'All answers are 500 “database is down” since 0:12.',
      true,
    ],
    [
      'all failed from the start',
      [[3, outage]],
      'All answers are 500 “database is down” since 0:00.',
      true,
    ],
    [
      'all fails without an answer',
      [
        [12, fine],
        [6, { ...nothing, ...failing(9, late) }],
      ],
      'All requests fail (TIMEOUT “No complete answer”) since 0:12.',
      true,
    ],
    [
      'two kinds',
      [
        [4, fine],
        [2, outage],
        [2, { ...nothing, ...failing(9, late) }],
      ],
      'All requests fail (500 “database is down” and 1 other kind) since 0:04.',
      true,
    ],
    [
      'an outage is younger than a second',
      [
        [12, fine],
        [0.5, { ...nothing, ...failing(1000) }],
      ],
      '5.3 % of the requests of the last 5 seconds failed: 500 “database is down”.',
      true,
    ],
    [
      'part of it fails',
      [
        [12, fine],
        [10, { ...fine, ok: 1180, throughputRps: 4720, ...failing(820) }],
      ],
      '41 % of the requests of the last 5 seconds failed: 500 “database is down”.',
      true,
    ],
    [
      'it is over',
      [
        [10, fine],
        [8, outage],
        [12, fine],
      ],
      '3,200 failed between 0:10 and 0:18: 500 “database is down”.',
      false,
    ],
    [
      'nothing ends',
      [
        [12, fine],
        [3, nothing],
      ],
      'Nothing was answered since 0:12.',
      true,
    ],
    [
      'nobody asks',
      [
        [12, fine],
        [3, { ...nothing, users: 0 }],
      ],
      null,
      false,
    ],
    [
      'one in a thousand fails',
      [[10, { ...fine, ...failing(2) }]],
      '80 failed between 0:00 and 0:10: 500 “database is down”.',
      false,
    ],
  ])('%s', (_name, stretches, errors, isFailing) => {
    expect(wordsOf(...stretches)).toMatchObject({ errors, failing: isFailing });
  });

  it('says nothing that the series does not show', () => {
    const point = fc.record({ ok: fc.nat(3), failed: fc.nat(3), isLate: fc.boolean() });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 200 }), (drawn) => {
        const points = drawn.map(({ ok, failed, isLate }, index) =>
          testPoint({
            at: (index + 1) / 4,
            ok,
            throughputRps: ok * 4,
            ...(failed === 0 ? {} : failing(failed, isLate ? late : down)),
          }),
        );
        const { errors, failing: isFailing } = liveWords(historyOf(points));
        const all = points.reduce((sum, { failed }) => sum + failed, 0);
        if (all > 0) expect(errors).not.toBeNull();
        else expect(errors ?? 'Nothing').toMatch(/^Nothing/);
        const since = /^All .*since (\d+):(\d\d)\.$/.exec(errors ?? '');
        if (since) {
          const from = 60 * Number(since[1]) + Number(since[2]);
          // The clock rounds to the second.
          const later = points.filter(({ at }) => at - 0.25 >= from + 0.5);
          expect(later.every(({ ok }) => ok === 0)).toBe(true);
        }
        const newest = points.slice(-20);
        const lately = newest.reduce((sum, { failed }) => sum + failed, 0);
        if (isFailing) expect(lately > 0 || newest.every(({ ok }) => ok === 0)).toBe(true);
        const past = /^([\d,]+) failed /.exec(errors ?? '');
        if (past) expect(Number(past[1]?.replace(',', ''))).toBe(all);
        const seen = new Set(points.flatMap((one) => one.errors.map(({ code }) => code)));
        for (const code of ['500', 'TIMEOUT']) {
          if (errors?.includes(`${code} “`)) expect(seen.has(code)).toBe(true);
        }
      }),
    );
  });
});

describe('latency', () => {
  const quick = { ...fine, p50: 0.5, p99: 1 };
  const slow = { ...fine, p50: 700, p99: 2000 };

  it.each<readonly [string, readonly Stretch[], string | null]>([
    ['stays', [[60, quick]], null],
    [
      'rises',
      [
        [40, quick],
        [8, slow],
      ],
      'p99 rose from 1.00 ms to 2,000 ms at 0:40.',
    ],
    [
      'has only just risen',
      [
        [40, quick],
        [1, slow],
      ],
      null,
    ],
    [
      'falls',
      [
        [20, slow],
        [8, quick],
      ],
      'p99 fell from 2,000 ms to 1.00 ms at 0:20.',
    ],
    [
      'rises and falls',
      [
        [20, quick],
        [9, slow],
        [20, quick],
      ],
      'p99 fell from 2,000 ms to 1.00 ms at 0:29.',
    ],
    [
      'rises less than twofold',
      [
        [20, { ...fine, p99: 10 }],
        [9, { ...fine, p99: 18 }],
      ],
      null,
    ],
    [
      'rises by less than a millisecond',
      [
        [20, { ...fine, p99: 0.2 }],
        [9, { ...fine, p99: 0.8 }],
      ],
      null,
    ],
    [
      'has too few answers for its p99',
      [
        [20, { ...quick, throughputRps: 20 }],
        [9, { ...slow, throughputRps: 20 }],
      ],
      'The median latency rose from 0.500 ms to 700 ms at 0:20.',
    ],
    [
      'rises in the warm-up',
      [
        [9, { ...quick, phase: 'warm-up' }],
        [9, slow],
      ],
      null,
    ],
    [
      'rises with the next round',
      [
        [9, { ...quick, round: 0 }],
        [9, { ...slow, round: 1 }],
      ],
      null,
    ],
    [
      'rises before all fails',
      [
        [20, quick],
        [9, slow],
        [5, { ...nothing, ...failing(9) }],
      ],
      'p99 rose from 1.00 ms to 2,000 ms at 0:20.',
    ],
  ])('%s', (_name, stretches, latency) => {
    expect(wordsOf(...stretches).latency).toBe(latency);
  });

  it('says nothing of latencies that differ by less than a factor of two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 5, max: 9.9, noNaN: true }), { maxLength: 200 }),
        (values) => {
          const points = values.map((p99, index) =>
            testPoint({ at: (index + 1) / 4, ...fine, p99, p50: p99 }),
          );
          expect(liveWords(historyOf(points)).latency).toBeNull();
        },
      ),
    );
  });

  it('says of a change only what is there before and after it', () => {
    const level = fc.tuple(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0.1, max: 5000, noNaN: true }),
    );
    const noise = fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(fc.array(level, { minLength: 1, maxLength: 5 }), noise, (levels, factors) => {
        let at = 0;
        const points = levels.flatMap(([count, value]) =>
          Array.from({ length: count }, () => {
            at += 0.25;
            const p99 = value * (factors[(at * 4) % factors.length] ?? 1);
            return testPoint({ at, ...fine, p99, p50: p99 });
          }),
        );
        const { latency } = liveWords(historyOf(points));
        const found =
          /^p99 (rose|fell) from ([\d,.]+) m?s to ([\d,.]+) m?s at (\d+):(\d\d)\.$/.exec(
            latency ?? '',
          );
        expect(found === null).toBe(latency === null);
        if (!found) return;
        const when = 60 * Number(found[4]) + Number(found[5]);
        const rises = found[1] === 'rose';
        const around = (from: number, to: number) =>
          points
            .flatMap((one) => (one.at > from && one.at <= to ? [one.p99 ?? 0] : []))
            .sort((a, b) => a - b);
        const middle = (values: readonly number[]) => values[values.length >> 1] ?? 0;
        const [before, after] = [around(when - 2.5, when - 0.5), around(when + 0.5, when + 2.5)];
        expect(rises ? middle(after) > middle(before) : middle(after) < middle(before)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('reads what is older than the recent part as it is kept, each moment once and in order', () => {
  const history = course([300, fine]).reduce(withPoint, emptyHistory);
  const moments = momentsToRead(history);
  const length = moments.reduce((sum, { span }) => sum + span, 0);
  expect(length).toBeGreaterThan(298);
  expect(length).toBeLessThanOrEqual(300);
  expect(moments.every(({ at }, index) => index === 0 || at > (moments[index - 1]?.at ?? 0))).toBe(
    true,
  );
});
