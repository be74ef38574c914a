import { capital, type Work, workWords } from '../../contracts/work.ts';
import type { HowFact } from './how.ts';

/** How the intervals within a run are computed. */
export const howIntervals: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Each cell compared with the cell that differs in one factor only: the ratio of geometric means over the completed repetitions. One trial is one observation, however many requests it had.',
  },
  {
    name: 'Interval',
    text: 'Welch’s, with 95 % confidence, on the logarithms of the trials; degrees of freedom by Welch and Satterthwaite. p is two-sided, corrected by Holm, under this metric, for every two cells of the run that differ in this factor only, shown or not.',
  },
  {
    name: 'Detectable rise',
    text: 'The smallest rise detectable with 80 % power, given the scatter of these trials, at the first step of Holm’s correction.',
  },
  {
    name: 'Formula',
    text: 'detectable rise = exp((t(1 − α ÷ 2m) + t(0.8)) × SE) − 1',
    formula: true,
  },
];

/** How the split of a variance between two factors is computed. */
export const howTwoWay: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Two-way analysis of variance of the logarithms of the trials, with sums of squares of type II: each factor after the other. A share is ω²: what an effect adds beyond what noise alone would, over all parts together. It speaks of the levels compared here; other levels have other shares.',
  },
  {
    name: 'Interaction',
    text: 'How much more, or less, a level of one factor does in combination with a level of the other than on average. With one repetition it cannot be told from noise.',
  },
  {
    name: 'Interval',
    text: 'Generalized confidence intervals of 95 %, from 1000 draws of the noncentral χ² distributions of the sums of squares. They assume that trials scatter equally in all cells. Which factor decides more is called certain when the interval of the difference of the two shares excludes 0.',
  },
  {
    name: 'Formula',
    text: 'share = max(0, (SS − df × MS noise) ÷ trials) ÷ (sum of these + MS noise)',
    formula: true,
  },
];

/** How the means of the cells of two factors are computed. */
export const howCellMeans: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Geometric means over the completed repetitions of each cell. Colours go from the lowest to the highest mean on a logarithmic scale.',
  },
];

/** How the check of identical cells is computed. */
export const howAaCheck: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'The even vs the odd repetitions of each cell, by the method of the comparisons above. They are identical, so every difference is a false alarm.',
  },
  {
    name: 'Verdict',
    text: 'Alarming when there are more alarms at the 5 % level than chance produces in 99 of 100 checks, or a difference with p below 1 % after Holm’s correction.',
  },
];

/** How a distribution function is computed. */
export function howEcdf(counts: Work): readonly HowFact[] {
  const { many, latencies } = workWords[counts];
  return [
    {
      name: 'Definition',
      text: `For each value, the share of the sample that does not exceed it. ${capital(latencies)} are those of the successful ${many} of one repetition, from histograms of three significant digits.`,
    },
    { name: 'Formula', text: 'F(x) = values ≤ x ÷ all values', formula: true },
  ];
}

/** How a bootstrap distribution is computed. */
export const howBootstrap: readonly HowFact[] = [
  {
    name: 'Definition',
    text: 'Pairs of repetitions are resampled with replacement 10,000 times; each time the mean difference, treatment minus control, is taken. The shaded range contains the middle 95 % of them.',
  },
  {
    name: 'p',
    text: 'The share of resampled differences at or above 0, drawn hollow: the study’s own figure, not a test against a null distribution.',
  },
];

/** How the gain of protocols by message size is computed. */
export const howSizeGain: readonly HowFact[] = [
  {
    name: 'Size',
    text: 'Payload and envelope of the first request and answer that were checked, without headers, framing and TLS; those of workloads are computed from the codecs.',
  },
  {
    name: 'Gain',
    text: 'Each cell compared with the baseline cell that differs only in the protocol: the ratio of geometric means over the completed repetitions. “More” and “less” are percent of the baseline and not symmetric: 2 times is 100 % more, but in the other direction the baseline has 50 % less.',
  },
  {
    name: 'Interval',
    text: 'Welch’s, with 95 % confidence, on the logarithms of the trials; corrected by Holm, under this metric, for every two cells of the run that differ in the protocol only, shown or not.',
  },
  {
    name: 'Formula',
    text: 'more = 100 × (protocol ÷ baseline − 1) %;  less = 100 × (1 − protocol ÷ baseline) %',
    formula: true,
  },
];
