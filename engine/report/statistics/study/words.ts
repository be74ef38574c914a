import { energyFlagWords, type TrialEnergy } from '../../../../contracts/energy.ts';
import type { EnergyRow, PerformanceRow, StudyArm } from '../../../../contracts/statistics.ts';
import { studyName } from '../../../../contracts/statistics.ts';
import { capital, type Work, workWords } from '../../../../contracts/work.ts';
import { countOf } from '../../../../metrics/format.ts';
import { plainRatio, pWords } from '../../../../metrics/ratios.ts';

const testNames: Record<PerformanceRow['test'], string> = {
  student: 'Student’s t',
  welch: 'Welch’s t',
  'mann-whitney': 'Mann-Whitney U',
};

/** The study's value of `is_significant`. */
export function performanceDecision(significant: boolean): string {
  return significant ? 'Significant' : 'Not significant';
}

/** Output of the study's script. */
export function energyDecision(significant: boolean): string {
  return significant ? 'Reject H0' : 'Fail to reject H0';
}

type PerformanceFacts = Pick<
  PerformanceRow,
  'control' | 'treatment' | 'test' | 'side' | 'p' | 'significant'
> & { readonly alpha: number; readonly counts: Work };

/** `rest-protobuf has lower latencies than rest (Mann-Whitney U, less, p 0.003; medians 1.8 and 2.1 ms)` */
export function performanceWords(facts: PerformanceFacts): string {
  const { control, treatment, test, side, p, significant, alpha } = facts;
  const { many, latencies } = workWords[facts.counts];
  const by = `${testNames[test]}, ${side}, p ${pWords(p)} at the ${plainRatio(alpha)} level; medians ${figure(treatment)} and ${figure(control)} ms, ${treatment.size} and ${control.size} ${many}`;
  if (!significant) {
    const what = `${side === 'less' ? 'lower' : 'other'} ${latencies}`;
    return `${treatment.level} is not shown to have ${what} than ${control.level} (${by})`;
  }
  const lower =
    side === 'less' ||
    (test === 'mann-whitney' ? treatment.median < control.median : treatment.mean < control.mean);
  return `${treatment.level} has ${lower ? 'lower' : 'higher'} ${latencies} than ${control.level} (${by})`;
}

function figure({ median }: StudyArm): string {
  return plainRatio(median);
}

type EnergyFacts = Pick<
  EnergyRow,
  'control' | 'treatment' | 'difference' | 'interval' | 'p' | 'significant' | 'pairs'
> & { readonly alpha: number };

/** `the mean energy of a trial of b is below that of a by 4.2 J (95 % interval −6.1 to −2.2 J; …)` */
export function energyWords(
  { control, treatment, difference, interval, p, significant, pairs, alpha }: EnergyFacts,
  { noun, unit }: { readonly noun: string; readonly unit: string },
): string {
  const signed = (value: number) => `${value < 0 ? '−' : ''}${plainRatio(Math.abs(value))}`;
  const by = `difference ${signed(difference)} ${unit}, 95 % interval ${signed(interval.low)} to ${signed(interval.high)} ${unit}, p ${pWords(p)} at the ${plainRatio(alpha)} level; ${pairs} pairs`;
  return significant
    ? `the mean ${noun} of ${treatment.level} is below that of ${control.level} (${by})`
    : `the mean ${noun} of ${treatment.level} is not shown to be below that of ${control.level} (${by})`;
}

/** Remarks on the validity of the performance procedure. */
export function performanceRemarks(
  tests: number,
  left: number,
  alpha: number,
  counts: Work,
): string[] {
  const { one, many, latencies } = workWords[counts];
  return [
    `This is the procedure of ${studyName} (snippet 17), repeated so that its decisions can be reproduced; Wirebench itself decides differently.`,
    `Its unit is the ${one} of one trial. ${capital(many)} of a trial share a service process and the state of the machine, so thousands of them make tiny differences significant; whether these would recur in another trial is not tested.`,
    `${capital(latencies)} are taken from histograms of three significant digits: up to 2.047 ms to the microsecond, above that as the middle of a bucket at most 0.1 % wide.`,
    'Its t tests are always two-sided; the chosen side applies to Mann-Whitney U only.',
    ...correctionRemark(tests, alpha),
    ...leftRemark(left, 'a sample is empty'),
  ];
}

/** Remarks on the validity of the energy procedure. */
export function energyProcedureRemarks(tests: number, left: number, alpha: number): string[] {
  return [
    `This is the procedure of ${studyName} (snippet 18), repeated so that its decisions can be reproduced; Wirebench itself decides differently.`,
    'Its p is the share of resampled differences at or above 0. They are centred on the observed difference, not on zero, so this is not a test against a null distribution; with few pairs it is overconfident.',
    'Repetition i of one level is paired with repetition i of the other, whether or not they were measured one after the other; order: interleaved makes them adjacent.',
    'It tests only whether the treatment is lower: it can never find that it is higher.',
    ...correctionRemark(tests, alpha),
    ...leftRemark(left, 'there are fewer than two pairs with the figure'),
  ];
}

/** Remarks on the source and limits of the joules of some trials. */
export function joulesRemarks(energies: readonly TrialEnergy[]): string[] {
  const sources = new Set(energies.map(({ source }) => source));
  const flags = new Set(energies.flatMap((energy) => energy.flags));
  return [
    ...(sources.has('estimate')
      ? [
          'Joules are estimated as CPU time times a stated power, not measured: they can only differ as CPU time does.',
        ]
      : []),
    ...(sources.has('rapl')
      ? [
          'Joules are those of the whole processor above its idle baseline, the load generator included; the study counted the pods of the service.',
        ]
      : []),
    ...[...flags].map((flag) => `For some trials: ${energyFlagWords[flag]}.`),
  ];
}

function correctionRemark(tests: number, alpha: number): string[] {
  if (tests < 2) return [];
  const expected = plainRatio(tests * alpha);
  return [
    `${tests} tests without correction, as in the study: with no difference anywhere, about ${expected} of them would be significant.`,
  ];
}

function leftRemark(left: number, why: string): string[] {
  return left === 0
    ? []
    : [`${countOf(left, 'pair of cells is', 'pairs of cells are')} excluded, because ${why}.`];
}
