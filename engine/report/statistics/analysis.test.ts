import { describe, expect, it } from 'vitest';
import { confidence } from '../../../contracts/compare.ts';
import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import type { FindingEvidence } from '../../../contracts/result.ts';
import {
  power,
  type Statistics,
  statisticsMetrics,
  statisticsSchema,
} from '../../../contracts/statistics.ts';
import { madeFinding, trialsOf } from '../../../tests/support/made-finding.ts';
import { normal } from '../../../tests/support/oracle.ts';
import { makeCell, makeHead, makeRound } from '../../../tests/support/records.ts';
import { seededRandom } from '../../stats/random.ts';
import { welchRatio } from '../../stats/welch.ts';
import type { MeasuredRun } from '../compare/measured-run.ts';
import { compareWithin, orderedRun } from '../comparisons.ts';
import { aaCheck } from './aa-check.ts';
import { statisticsOf } from './analysis.ts';
import { detectableRatio } from './detectable.ts';

type Cells = Parameters<typeof trialsOf>[0];
const runOf = (cells: Cells): MeasuredRun => ({
  head: makeHead(),
  trials: trialsOf(cells.map(([cell, rps]) => [makeCell(cell), rps])),
});

const rest = [{ protocol: 'rest' }, [1000, 1010, 990]] as const;
const soap = [{ protocol: 'soap' }, [500, 505, 495]] as const;
const choice = { factor: null, against: null, metrics: ['throughput' as const] };

const trialsAround = (random: () => number, middle: number, count: number, scatter = 0.03) =>
  Array.from({ length: count }, () => middle * Math.exp(scatter * normal(random)));

/** The same run with latencies that scatter as its throughput does. */
function withLatencies(run: MeasuredRun): MeasuredRun {
  const trials = run.trials.map((trial) => {
    const ms = 2000 / trial.throughputRps;
    const latencyMs = { ...trial.latencyMs, mean: ms, p50: ms, p95: 3 * ms, p99: 4 * ms };
    return { ...trial, latencyMs };
  });
  return { ...run, trials };
}

const pairName = (a: Cell, b: Cell) => [a, b].map(describeCell).sort().join(' and ');
const pairOf = ({ cell, baseline }: FindingEvidence) => pairName(cell, baseline);

describe('the statistics of the repetitions of a run', () => {
  it('compares cells that differ in one factor alone, protocol first', () => {
    const run = runOf([
      [{ protocol: 'rest', users: 10 }, [1000, 1010, 990]],
      [{ protocol: 'rest', users: 20 }, [1500, 1520, 1490]],
      [{ protocol: 'soap', users: 10 }, [500, 505, 495]],
      [{ protocol: 'soap', users: 20, tls: 'on' }, [400, 410, 390]],
    ]);
    const found = statisticsOf(run, choice);
    expect(statisticsSchema.parse(found)).toEqual(found);
    expect(found.factors).toMatchSnapshot();
    expect(found).toMatchObject({ factor: 'protocol', against: 'rest' });
    expect(found.comparison?.rows.map(({ other }) => other.cell)).toEqual([
      makeCell({ protocol: 'soap', users: 10 }),
    ]);
    expect(found.comparison?.rows[0]?.metrics[0]).toMatchObject({ finding: 'different' });
    expect(found.detectable).toEqual([[expect.closeTo(1.03, 2)]]);
    expect(found.cells.map(({ figures }) => figures[0]?.trials)).toEqual([3, 3, 3, 3]);
    expect(found.words).toMatchSnapshot();
    const several = statisticsOf(
      runOf([rest, soap, [{ protocol: 'grpc' }, [1900, 2080, 2010]]]),
      choice,
    );
    expect(several.words[1]).toMatchSnapshot();
    const users = statisticsOf(run, { ...choice, factor: 'users', against: '20' });
    expect(users.comparison?.rows.map(({ other }) => other.cell.users)).toEqual([10]);
    expect(users.comparison?.rows[0]?.metrics[0]?.ratio?.times).toBeLessThan(1);
  });

  /** Three protocols, with and without TLS, at three levels of users: some differences are clear, some not. */
  const mixedRun = (random: () => number) =>
    withLatencies(
      runOf(
        (['rest', 'soap', 'grpc'] as const).flatMap((protocol, place) =>
          (['off', 'on'] as const).flatMap((tls) =>
            [1, 2, 3].map(
              (users) =>
                [
                  { protocol, tls, users },
                  trialsAround(random, 1000 * (1 + 0.04 * place), 4),
                ] as const,
            ),
          ),
        ),
      ),
    );

  it('agrees with the result on each pair of cells, whichever metrics are requested', () => {
    const random = seededRandom(10);
    const found = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const run = mixedRun(random);
      const comparisons = compareWithin(orderedRun(run.head.experiment, run.trials));
      for (const factor of ['protocol', 'tls'] as const) {
        const alone = statisticsOf(run, { ...choice, factor });
        const all = statisticsOf(run, { ...choice, factor, metrics: [...statisticsMetrics] });
        const ofFactor = comparisons.filter((one) => one.factor === factor);
        expect(ofFactor).toHaveLength(factor === 'protocol' ? 12 : 9);
        for (const { cell, findings } of ofFactor) {
          const of = ({ comparison }: Statistics) =>
            comparison?.rows.find(({ other }) => describeCell(other.cell) === describeCell(cell))
              ?.metrics[0];
          expect(of(alone)?.finding).toBe(findings?.throughput);
          expect(of(all)).toEqual(of(alone));
          found.add(findings?.throughput ?? 'none');
        }
        expect(all.detectable.map(([first]) => [first])).toEqual(alone.detectable);
      }
    }
    expect([...found].sort()).toEqual(['different', 'tentative', 'undetected']);
  });

  it('agrees with the finding of the run on each pair, whichever level is the baseline', () => {
    const random = seededRandom(20);
    const found = new Set<string>();
    let checked = 0;
    for (let round = 0; round < 30; round++) {
      const run = mixedRun(random);
      const { evidence } = madeFinding(run.trials);
      for (const { factor, levels } of statisticsOf(run, choice).factors) {
        const byPair = Map.groupBy(
          levels.flatMap((against) => {
            const { comparison } = statisticsOf(run, { ...choice, factor, against });
            return (comparison?.rows ?? []).flatMap(({ baseline, other, metrics: [one] }) =>
              one ? [{ pair: pairName(baseline.cell, other.cell), ...one }] : [],
            );
          }),
          ({ pair }) => pair,
        );
        const family = factor === 'tls' ? 9 : 18;
        expect(byPair.size).toBe(family);
        for (const [pair, both] of byPair) {
          const findings = [...both, ...evidence.filter((one) => pairOf(one) === pair)].map(
            ({ finding }) => finding,
          );
          expect([pair, ...new Set(findings)]).toHaveLength(2);
          expect(new Set(both.map(({ tests }) => tests))).toEqual(new Set([family]));
          found.add(findings[0] ?? 'none');
          checked += findings.length - both.length;
        }
      }
    }
    expect([...found].sort()).toEqual(['different', 'tentative', 'undetected']);
    expect(checked).toBeGreaterThan(100);
  });

  it('says that repetitions are too few, and that nothing varies', () => {
    const once = statisticsOf(runOf([[{}, [1000]]]), choice);
    expect(once.words.join(' ')).toContain('set repetitions to at least three');
    expect(once.words.join(' ')).toContain('No factor has two levels');
    expect(once).toMatchObject({ factor: null, comparison: null, aa: { verdict: 'untold' } });
    const value = expect.closeTo(1000, 6);
    const figure = { metric: 'throughput', trials: 1, value, interval: null };
    expect(once.cells[0]?.figures[0]).toEqual(figure);
    const none = statisticsOf({ head: makeHead(), trials: [] }, choice);
    expect(none.words[0]).toBe('No cell has results.');
    const crossed = runOf([
      [{ protocol: 'rest', users: 10 }, [1, 2]],
      [{ protocol: 'soap', users: 20 }, [1, 2]],
    ]);
    expect(statisticsOf(crossed, choice).words[1]).toBe(
      'No two cells differ in the protocol alone.',
    );
  });

  it('leaves out trials that went through several levels of load', () => {
    const run = runOf([rest, soap]);
    const ladder = {
      ...run,
      trials: run.trials.map((trial) => ({ ...trial, rounds: [makeRound(0, 1), makeRound(1, 2)] })),
    };
    const found = statisticsOf(ladder, choice);
    expect(found.words).toEqual([expect.stringContaining('several levels of load')]);
    expect(found).toMatchObject({ factor: null, comparison: null, cells: [] });
  });

  it('leaves out whole cells of which some trials went through several levels, as the tables do', () => {
    const run = runOf(
      (['rest', 'soap', 'grpc'] as const).map((protocol, place) => [
        { protocol },
        [1000, 1010, 990].map((rps) => rps - 25 * place),
      ]),
    );
    const trials = run.trials.map((trial, index, { length }) => ({
      ...trial,
      rounds: index === length - 1 ? [makeRound(0, 1), makeRound(1, 2)] : [makeRound(0, 1)],
    }));
    const { comparison } = statisticsOf({ ...run, trials }, choice);
    const compared = comparison?.rows.map(({ other, metrics: [one] }) => [
      other.cell.protocol,
      one?.tests,
      one?.finding,
    ]);
    const expected = compareWithin(orderedRun(run.head.experiment, trials)).map(
      ({ cell, findings }) => [cell.protocol, 1, findings?.throughput],
    );
    expect(compared).toEqual(expected);
    expect(expected).toHaveLength(1);
  });

  it('refuses a factor with more pairs than one correction covers', () => {
    const levels = Array.from({ length: 634 }, (_none, users) => users + 1);
    const run = runOf(levels.map((users) => [{ users }, [1, 2]]));
    expect(() => statisticsOf(run, choice)).toThrow(
      /^200661 pairs of cells differ in “users” alone, more than the limit of 200000/,
    );
    const fewer = { ...run, trials: run.trials.slice(4) };
    expect(statisticsOf(fewer, choice).comparison?.tests).toBe((632 * 631) / 2);
  });

  it('refuses factors and levels that the run does not have, with a reason', () => {
    const run = runOf([
      [{ users: 1 }, [1]],
      [{ users: 2 }, [1]],
    ]);
    const refused = (part: object) => () => statisticsOf(run, { ...choice, ...part });
    expect(refused({ factor: 'tls' })).toThrow(/not have two levels of “tls”.*it varies users/);
    expect(refused({ against: '3' })).toThrow(/“3” is not a level of “users”.*it has 1, 2/);
  });
});

describe('the smallest detectable difference', () => {
  it('is detected about as often as stated', () => {
    const random = seededRandom(4);
    const [rounds, scatter, count] = [2000, 0.03, 6];
    // From the true scatter: t of both sides with 2 × 5 degrees of freedom.
    const reach = scatter * Math.sqrt(2 / count);
    const interval = { low: Math.exp(-2.2281389 * reach), high: Math.exp(2.2281389 * reach) };
    const ratio = detectableRatio({ interval, degrees: 10, tests: 1 }, confidence) ?? 0;
    let seen = 0;
    for (let round = 0; round < rounds; round++) {
      const a = trialsAround(random, 100, count, scatter);
      const b = trialsAround(random, 100 * ratio, count, scatter);
      if ((welchRatio(a, b, confidence)?.p ?? 1) < 0.05) seen++;
    }
    expect(Math.abs(seen / rounds - power)).toBeLessThan(0.04);
  });

  it('grows with the number of tests, and is null without an interval', () => {
    const one = { interval: { low: 0.95, high: 1.05 }, degrees: 8 };
    const [few, many] = [1, 40].map((tests) => detectableRatio({ ...one, tests }, confidence));
    expect(many).toBeGreaterThan(few ?? 9);
    expect(detectableRatio({ interval: null, degrees: null, tests: null }, confidence)).toBeNull();
  });
});

describe('the A/A check', () => {
  it('keeps to its level in 200 comparisons of equal cells, and stays quiet', () => {
    const random = seededRandom(2026);
    let [alarms, tests, alarming] = [0, 0, 0];
    for (let run = 0; run < 200; run++) {
      const found = aaCheck(runOf([[{}, trialsAround(random, 1000, 10)]]), ['throughput']);
      alarms += found.alarms;
      tests += found.tests;
      if (found.verdict === 'alarming') alarming++;
    }
    expect(tests).toBe(200);
    // 10 expected; a fair check leaves 2 to 20 about once in 900 times.
    expect(alarms).toBeGreaterThanOrEqual(2);
    expect(alarms).toBeLessThanOrEqual(20);
    expect(alarming).toBeLessThanOrEqual(8);
  });

  it('is rarely alarmed by 200 runs of many cells', () => {
    const random = seededRandom(7);
    let alarming = 0;
    for (let run = 0; run < 200; run++) {
      const cells = Array.from(
        { length: 12 },
        (_none, users) => [{ users: users + 1 }, trialsAround(random, 1000, 6)] as const,
      );
      if (aaCheck(runOf(cells), ['throughput']).verdict === 'alarming') alarming++;
    }
    expect(alarming).toBeLessThanOrEqual(12);
  });

  it('is alarmed by repetitions that are not equal', () => {
    const random = seededRandom(1);
    const uneven = trialsAround(random, 1000, 10).map((rps, index) => rps * (index % 2 ? 1.3 : 1));
    const found = aaCheck(runOf([[{}, uneven]]), statisticsMetrics);
    expect(found).toMatchObject({ verdict: 'alarming' });
    expect(found.words).toContain('something changes between trials');
  });

  it('leaves out cells with fewer than four completed repetitions', () => {
    const found = aaCheck(runOf([[{}, [1, 2, 3]]]), ['throughput']);
    expect(found).toMatchObject({ verdict: 'untold', tests: 0, rows: [] });
  });
});
