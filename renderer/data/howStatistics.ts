import { capital, type Work, workWords } from '../../contracts/work.ts';
import type { HowFact } from './how.ts';

/** How the intervals within a run came about. */
export const howIntervals: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Each cell against the cell that equals it but for one factor: the ratio of geometric means over the completed repetitions. One trial is one observation, however many requests it had.',
  },
  {
    name: 'Interval',
    text: 'Welch’s, with 95 % confidence, on the logarithms of the trials; degrees of freedom by Welch and Satterthwaite. p is two-sided, corrected by Holm for all comparisons shown together.',
  },
  {
    name: 'Would be seen',
    text: 'The rise that would have been found different with a chance of 80 %, given the scatter of these trials, at the first step of Holm’s correction.',
  },
  {
    name: 'Formula',
    text: 'would be seen = exp((t(1 − α ÷ 2m) + t(0.8)) × SE) − 1',
    formula: true,
  },
];

/** How the check of equal things came about. */
export const howAaCheck: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'The even repetitions of each cell against its odd ones, by the method of the comparisons above. They are the same thing, so every difference is an alarm about nothing.',
  },
  {
    name: 'Verdict',
    text: 'Alarming when there are more alarms at the level of 5 % than chance brings in 99 of 100 checks, or a difference with p below 1 % after Holm’s correction.',
  },
];

/** How a distribution function came about. */
export function howEcdf(counts: Work): readonly HowFact[] {
  const { many, latencies } = workWords[counts];
  return [
    {
      name: 'Definition',
      text: `For each value, the share of the sample that is at most so large. ${capital(latencies)} are those of the successful ${many} of one repetition, from histograms of three significant digits.`,
    },
    { name: 'Formula', text: 'F(x) = values ≤ x ÷ all values', formula: true },
  ];
}

/** How a bootstrap distribution came about. */
export const howBootstrap: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Pairs of repetitions are drawn with replacement, as many as there are, 10,000 times; each time the mean difference, treatment less control, is taken. The shaded range holds the middle 95 % of them.',
  },
  {
    name: 'p',
    text: 'The share of resampled differences at or above 0, drawn hollow: the study’s own figure, not a test of a null distribution.',
  },
];

/** How the gain of protocols over the sizes of their messages came about. */
export const howSizeGain: readonly HowFact[] = [
  {
    name: 'Size',
    text: 'Payload and envelope of one call, as the codecs compute them from the first request and answer that were checked. Headers, framing and TLS are not in it.',
  },
  {
    name: 'Gain',
    text: 'Each cell against the cell of the baseline that equals it but for the protocol: the ratio of geometric means over the completed repetitions. “More” and “less” are percent of the baseline, and not each other’s mirror: 2 times is 100 % more, and seen from there the baseline has 50 % less.',
  },
  {
    name: 'Interval',
    text: 'Welch’s, with 95 % confidence, on the logarithms of the trials; corrected by Holm for all pairs of cells of the run under this metric.',
  },
  {
    name: 'Formula',
    text: 'more = 100 × (protocol ÷ baseline − 1) %;  less = 100 × (1 − protocol ÷ baseline) %',
    formula: true,
  },
];
