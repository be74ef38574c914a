import { describe, expect, it } from 'vitest';
import { type StudyChoice, studyResultSchema } from '../../../../contracts/statistics.ts';
import { makeCell, makeHead, makeResult } from '../../../../tests/support/records.ts';
import { type CountedSample, countValues } from '../../../stats/counted.ts';
import { normalQuantile } from '../../../stats/distributions.ts';
import { seededRandom } from '../../../stats/random.ts';
import type { MeasuredRun } from '../../compare/measured-run.ts';
import { performanceRow } from './performance.ts';
import { studyOf } from './study.ts';

const choice: Omit<StudyChoice, 'runId'> = {
  ...{ pipeline: 'isep-performance', factor: null, control: null, treatment: null },
  ...{ side: 'less', alpha: 0.05, repetition: 1, metric: null },
};

/** JSON and Protobuf in two shapes, ten repetitions each; Protobuf is quicker in the first. */
function run(): MeasuredRun {
  const random = seededRandom(12);
  const trials = ['small', 'large'].flatMap((shape) =>
    (['rest', 'rest-protobuf'] as const).flatMap((protocol) =>
      Array.from({ length: 10 }, (_none, index) => {
        const gain = protocol === 'rest-protobuf' && shape === 'small' ? 1.3 : 1;
        return makeResult(`${protocol} ${shape} ${index}`, {
          cell: makeCell({ protocol, shape }),
          repetition: index + 1,
          throughputRps: gain * (1000 + 50 * random()),
        });
      }),
    ),
  );
  const experiment =
    'factors:\n  protocol: [rest, rest-protobuf]\n  shape: [small, large]\nrepetitions: 10\n';
  return { head: makeHead({ experiment }), trials };
}

/** Evenly spread quantiles of a normal distribution: as normal as a sample can be. */
const quantiles = Array.from({ length: 400 }, (_none, at) => normalQuantile((at + 0.5) / 400));
const normalSample = (middle: number, spread: number) =>
  countValues(quantiles.map((one) => middle + spread * one));
/** The same of a distribution with a long tail. */
const skewedSample = (middle: number) =>
  countValues(quantiles.map((one) => middle * Math.exp(one)));
const measured = run();
const cellOf = (protocol: 'rest' | 'rest-protobuf') => ({
  run: measured,
  cell: makeCell({ protocol }),
  trials: [],
});
const pair = { baseline: cellOf('rest'), other: cellOf('rest-protobuf') };
const decide = (control: CountedSample, treatment: CountedSample, side: 'less' | 'two-sided') =>
  performanceRow(pair, 'protocol', [control, treatment], { counts: 'requests', side, alpha: 0.05 });

describe('the performance procedure of ISEP 2025', () => {
  it('chooses its test by normality and variances, as snippet 17 does', () => {
    const alike = decide(normalSample(10, 1), normalSample(9.5, 1), 'less');
    expect(alike).toMatchObject({ test: 'student', side: 'two-sided', significant: true });
    const unlike = decide(normalSample(10, 1), normalSample(9.5, 3), 'less');
    expect(unlike).toMatchObject({ test: 'welch', side: 'two-sided' });
    const skewed = decide(skewedSample(10), skewedSample(8), 'less');
    expect(skewed).toMatchObject({ test: 'mann-whitney', side: 'less', decision: 'Significant' });
    expect(skewed?.effect).toBeLessThan(0);
    expect(skewed?.ratio?.times).toBeCloseTo(0.8, 6);
    expect(skewed?.words).toMatch(
      /^rest-protobuf has lower latencies than rest \(Mann-Whitney U, less, p .*; medians 8 and 10 ms, 400 and 400 requests\)$/,
    );
  });

  it('cannot find the treatment slower with side less, and does with both', () => {
    const less = decide(skewedSample(8), skewedSample(10), 'less');
    expect(less).toMatchObject({ significant: false, decision: 'Not significant' });
    expect(less?.words).toContain('is not shown to have lower latencies than rest');
    const both = decide(skewedSample(8), skewedSample(10), 'two-sided');
    expect(both).toMatchObject({ significant: true, side: 'two-sided' });
    expect(both?.words).toContain('has higher latencies than rest');
  });

  it('compares samples too small for the test of normality by ranks, and skips empty ones', () => {
    const few = decide(countValues([3, 4, 5]), countValues([1, 2]), 'less');
    expect(few).toMatchObject({ test: 'mann-whitney', normality: [null, null], p: 0.1 });
    expect(decide([], countValues([1]), 'less')).toBeNull();
  });

  it('has a row for every pair of cells, for the requested repetition', () => {
    const asked: string[] = [];
    const found = studyOf(measured, { ...choice, repetition: 3 }, (trial) => {
      asked.push(trial.id);
      return trial.cell.shape === 'small' ? skewedSample(5) : [];
    });
    expect(studyResultSchema.parse(found)).toEqual(found);
    expect(asked.every((id) => id.endsWith(' 2'))).toBe(true);
    expect(found.rows.map(({ name }) => name)).toEqual(['small · 10 users · tls off · raw']);
    expect(found).toMatchObject({ control: 'rest', treatment: 'rest-protobuf' });
    expect(found.remarks.at(-1)).toBe('1 pair of cells is excluded, because a sample is empty.');
    expect(found.rows[0]?.p).toBeGreaterThan(0.4);
  });
});

describe('the energy procedure of ISEP 2025', () => {
  it('resamples any metric of trials, pair by pair', () => {
    const energy = { ...choice, pipeline: 'isep-energy' as const };
    const found = studyOf(measured, energy, () => []);
    if (found.pipeline !== 'isep-energy') throw new Error('another procedure');
    expect(studyResultSchema.parse(found)).toEqual(found);
    expect(found.metric).toBe('throughput');
    const [small, large] = found.rows;
    // More throughput is never less of it: the study's procedure cannot say so.
    expect(small).toMatchObject({ pairs: 10, p: 1, significant: false, resamples: 10_000 });
    expect(small?.interval.low).toBeGreaterThan(250);
    expect(small?.decision).toBe('Fail to reject H0');
    expect(large?.interval.low).toBeLessThan(0);
    expect(large?.interval.high).toBeGreaterThan(0);
    expect((large?.below ?? 0) + (large?.p ?? 0)).toBeCloseTo(1, 12);
    const turned = { ...energy, control: 'rest-protobuf', treatment: 'rest' };
    const back = studyOf(measured, turned, () => []);
    expect(back.rows[0]).toMatchObject({ p: 0, significant: true, decision: 'Reject H0' });
    expect(back.rows[0]?.words).toMatch(
      /^the mean throughput of rest is below that of rest-protobuf \(difference −\d+ requests\/s, 95 % interval −\d+ to −\d+ requests\/s, p below 0\.0001/,
    );
  });

  it('uses joules where a trial has them, and leaves out trials without', () => {
    const joules = (protocol: string, index: number) =>
      (protocol === 'rest' ? 40 : 30) + (index % 3);
    const energy = {
      ...{ baselineJoules: null, joulesPerRequest: null, processes: [], intervalMs: null },
      ...{ source: 'estimate' as const, samples: 0, wattsPerCore: 10, flags: ['remote' as const] },
    };
    const trials = measured.trials.map((trial) =>
      trial.cell.shape === 'large'
        ? trial
        : {
            ...trial,
            energy: { ...energy, joules: joules(trial.cell.protocol, trial.repetition) },
          },
    );
    const ofEnergy = { ...choice, pipeline: 'isep-energy' as const };
    const found = studyOf({ ...measured, trials }, ofEnergy, () => []);
    if (found.pipeline !== 'isep-energy') throw new Error('another procedure');
    expect(found.metric).toBe('energy');
    expect(found.rows).toMatchObject([{ difference: -10, decision: 'Reject H0', pairs: 10 }]);
    expect(found.remarks[0]).toMatch(/^Joules are estimated/);
    expect(found.remarks[1]).toBe(
      'For some trials: the service ran on another machine and is not included.',
    );
    expect(found.remarks.at(-1)).toContain('1 pair of cells is excluded');
  });

  it('refuses what the run does not have', () => {
    const ask = (part: object) => () => studyOf(measured, { ...choice, ...part }, () => []);
    expect(ask({ control: 'grpc' })).toThrow(/“grpc” is not a level of “protocol”/);
    expect(ask({ control: 'rest', treatment: 'rest' })).toThrow(/“rest” is listed twice/);
    const alone = { head: makeHead(), trials: [makeResult('1')] };
    expect(() => studyOf(alone, choice, () => [])).toThrow(/No factor of this run has two levels/);
  });
});
