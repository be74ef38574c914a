import type { TrialResult } from '../../contracts/measurement.ts';
import type { CellEnergy } from '../../contracts/result.ts';
import { capital, type Work, workOfTrials, workWords } from '../../contracts/work.ts';
import { countOf, formatCount, formatDuration } from '../../metrics/format.ts';
import type { Metric } from './columns.ts';
import { distinct } from './series.ts';
import type { TimeFigure } from './trialSeries.ts';

/** One fact about how a figure is computed. */
export interface HowFact {
  readonly name: string;
  readonly text: string;
  /** Written in the type of code. */
  readonly formula?: boolean;
}

function percentileFact(counts: Work): HowFact {
  return {
    name: 'Percentiles',
    text: `${capital(workWords[counts].latencies)} are counted in a histogram of three significant digits (1 µs to 1 h). The histograms of all workers and intervals are merged; a percentile is the nearest rank in the merged histogram, never interpolated or averaged.`,
  };
}

function metricDefinition(metric: Metric, counts: Work): { definition: string; formula: string } {
  const { many, measure, measures } = workWords[counts];
  switch (metric) {
    case 'throughput':
      return {
        definition: `${capital(many)} that ended successfully in the measured window, per second. Failed ${many} do not count.`,
        formula: `throughput = successful ${many} ÷ length of the window`,
      };
    case 'mean':
      return {
        definition: `The mean ${measure} of the successful ${many} of the window, exact to the microsecond: it is not taken from a histogram.`,
        formula: `mean = sum of ${measures} ÷ successful ${many}`,
      };
    case 'p95':
      return {
        definition: `The ${measure} that 95 % of the successful ${many} of the window did not exceed.`,
        formula: `p95 = smallest ${measure} with count(≤ ${measure}) ≥ 0.95 × successful ${many}`,
      };
  }
}

/** Start and end of latency. */
const latencyWords: Record<Work, string> = {
  requests:
    'In closed load, latency is measured from just before a request is handed to its connection to the last byte of the verified answer; in open load, from the moment the request was due.',
  iterations:
    'The time of an iteration is measured from just before its connections are made (or its first request, where connecting is not timed) to the last byte of its last answer.',
};

function latencyFact(counts: Work): HowFact {
  return { name: workWords[counts].latencyTitle, text: latencyWords[counts] };
}

/** How the columns of a metric are computed. */
export function howColumns(metric: Metric, trials: readonly TrialResult[]): HowFact[] {
  const counts = workOfTrials(trials);
  const { definition, formula } = metricDefinition(metric, counts);
  return [
    { name: 'Definition', text: definition },
    ...(metric === 'throughput' ? [] : [latencyFact(counts)]),
    ...(metric === 'p95' ? [percentileFact(counts)] : []),
    { name: 'Window', text: windowWords(trials) },
    { name: 'Trials', text: trialCountWords(trials) },
    { name: 'Formula', text: formula, formula: true },
  ];
}

/** Length of the windows of some trials, and what is outside them. */
export function windowWords(trials: readonly TrialResult[]): string {
  const lengths = trials.map(({ window }) => window.seconds).filter((seconds) => seconds > 0);
  const outside = 'The warm-up before it and the drain after it are excluded from every figure.';
  if (lengths.length === 0) return `No trial has a measured window. ${outside}`;
  const [low, high] = [Math.min(...lengths), Math.max(...lengths)];
  const [from, to] = [formatDuration(low), formatDuration(high)];
  return `${from === to ? from : `${from} to ${to}`} for each trial. ${outside}`;
}

/** Number of trials in a figure, and how they are combined. */
export function trialCountWords(trials: readonly TrialResult[]): string {
  const done = trials.filter(({ status }) => status === 'completed').length;
  const repetitions = distinct(trials.map(({ repetition }) => repetition)).length;
  const left = trials.length - done;
  const parts = [
    countOf(done, 'completed trial'),
    ...(left > 0 ? [`${left} excluded, because they were not completed`] : []),
  ];
  const means =
    repetitions > 1
      ? ' Each column is the geometric mean of the cell’s repetitions; the whisker spans the lowest to the highest.'
      : ' One trial for each cell: a difference between two of them may be chance.';
  return `${parts.join('; ')}.${means}`;
}

/** How percentile curves are computed. */
export function howPercentiles(trials: readonly TrialResult[]): HowFact[] {
  const requests = trials.map((trial) => trial.requests.ok);
  const least = Math.min(...requests);
  const counts = workOfTrials(trials);
  const { many, measure } = workWords[counts];
  return [
    {
      name: 'Definition',
      text: `For each share of the successful ${many}, the ${measure} that this share did not exceed. Each additional nine takes up the same width, so that the tail is readable.`,
    },
    latencyFact(counts),
    percentileFact(counts),
    { name: 'Window', text: windowWords(trials) },
    {
      name: 'Trials',
      text: `A curve combines all completed repetitions of its cell unless one is chosen. The smallest trial has ${formatCount(least)} successful ${many}: shares beyond 1 − 1/${formatCount(least)} of it depend on its slowest one.`,
    },
    { name: 'Formula', text: 'place on the axis = log₁₀(1 ÷ (1 − share))', formula: true },
  ];
}

/** How saturation curves, their marks and fits are computed. */
export function howSaturation(rounds: number, trials: number, fitted: boolean): HowFact[] {
  return [
    {
      name: 'Definition',
      text: 'Throughput and 95th percentile of latency at each level. The saturation point is the first level beyond which throughput never rises by more than 5 %, although the load grows by another 25 % and mean latency climbs; or the first at which more than 1 % of the requests fail, if that is lower (Hedelin 2024).',
    },
    {
      name: 'Knee',
      text: 'Kneedle (Satopää et al. 2011) on throughput over level, for comparison.',
    },
    {
      name: 'Crossovers',
      text: 'Where the ratio of two curves is 1, by linear interpolation of logarithms between levels, of the geometric means over all repetitions; marked where both signs are significant (Welch, Holm), with a bootstrap interval.',
    },
    {
      name: 'Window',
      text: 'That of each round; the rounds of a trial use the same service, one after another.',
    },
    {
      name: 'Trials',
      text: `${countOf(trials, 'trial')} with ${rounds} rounds. Each curve is one trial.`,
    },
    ...(fitted
      ? [
          {
            name: 'Fit',
            text: 'Universal Scalability Law (Gunther 1993) by least squares of the logarithm of throughput; intervals by resampling the residuals, 95 % for all five figures jointly.',
          },
          { name: 'Formula', text: 'X(N) = λN ÷ (1 + σ(N − 1) + κN(N − 1))', formula: true },
        ]
      : []),
  ];
}

/** How the cost of libraries is computed. */
export function howClientTax(trials: readonly TrialResult[]): HowFact[] {
  return [
    {
      name: 'Definition',
      text: 'CPU time of the load workers per request that ended in the window, successful or not: with a library minus with the raw driver, all other levels equal. Open load is excluded, because its workers wait without sleeping.',
    },
    { name: 'Window', text: windowWords(trials) },
    { name: 'Trials', text: 'The arithmetic mean over the completed repetitions of each cell.' },
    {
      name: 'Formula',
      text: 'CPU per request = CPU seconds of the workers × 10⁶ ÷ (successful + failed)',
      formula: true,
    },
  ];
}

/** How the box plots and medians of use cases are computed. */
export function howUseCases(): HowFact[] {
  return [
    {
      name: 'Definition',
      text: `${latencyWords.iterations} Every answer is decoded and compared; the iterations of all completed repetitions of a cell are pooled.`,
    },
    {
      name: 'Box',
      text: 'Tukey’s hinges: the medians of the lower and the upper half of the iterations, the median in both where their number is odd. Values beyond the whiskers are included in every figure, drawn or not.',
    },
    {
      name: 'Requests',
      text: 'Counted by the worker for each iteration, and compared with what the bundled service counted over the trial.',
    },
    {
      name: 'Connecting',
      text: 'How long requests waited for their connections: the longest wait of each round trip; or, where connecting is not timed, the time it took before the iteration.',
    },
    { name: 'Formula', text: 'ratio = median ÷ median of the baseline', formula: true },
  ];
}

/** How the cost of TLS is computed. */
export function howTls(trials: readonly TrialResult[]): HowFact[] {
  return [
    {
      name: 'Definition',
      text: `Each cell with TLS compared with the otherwise equal cell without it. CPU per ${workWords[workOfTrials(trials)].one} is that of the load workers and of the bundled service; for a remote target the service’s is unknown.`,
    },
    { name: 'Window', text: windowWords(trials) },
    {
      name: 'Trials',
      text: 'Geometric means over the completed repetitions of both cells; each ratio is the ratio of these means.',
    },
    {
      name: 'Formula',
      text: 'times = TLS ÷ none;  % of = 100 × TLS ÷ none;  % change = 100 × (TLS − none) ÷ none',
      formula: true,
    },
  ];
}

/** How the table of gateways is computed. */
export function howGateway(trials: readonly TrialResult[]): HowFact[] {
  return [
    {
      name: 'Definition',
      text: 'Each cell with a gateway compared with the otherwise equal cell without it. The gateway is a separate process; its CPU is in no other figure. TLS ends at the gateway, and the service behind it uses plain connections.',
    },
    { name: 'Window', text: windowWords(trials) },
    {
      name: 'Formula',
      text: 'times = gateway ÷ none;  % of = 100 × gateway ÷ none;  % change = 100 × (gateway − none) ÷ none',
      formula: true,
    },
  ];
}

/** How energy values are computed. */
export function howEnergy(
  trials: readonly TrialResult[],
  energy: readonly CellEnergy[],
): HowFact[] {
  const estimate = energy.find(({ source }) => source === 'estimate');
  const counted = energy.find(({ source }) => source === 'rapl');
  const { one, many } = workWords[workOfTrials(trials)];
  return [
    ...(estimate
      ? [
          {
            name: 'Estimate',
            text: `Nothing was measured. CPU time of each process in the window is multiplied by ${estimate.wattsPerCore} W per busy core, as the experiment states; memory, disks and the network are not included.`,
          },
        ]
      : []),
    ...(counted
      ? [
          {
            name: 'Counters',
            text: `RAPL counters of the processor packages and, where available, of memory, read every ${counted.intervalMs} ms. The idle power measured before the run is subtracted; the rest is divided in proportion to CPU time.`,
          },
        ]
      : []),
    { name: 'Window', text: windowWords(trials) },
    {
      name: 'Formula',
      text: `energy = ${estimate ? 'CPU seconds × watts per core' : 'counted − idle watts × seconds'};  per ${one} = energy ÷ ${many} that ended`,
      formula: true,
    },
  ];
}

/** How the latency of one trial over time is computed. */
export function howHeatMap(counts: Work): HowFact[] {
  const { many, measure } = workWords[counts];
  return [
    {
      name: 'Definition',
      text: `Each column is a period of the trial, each row a band of ${measure}; the stronger the colour of a field, the more of the successful ${many} of its column fell into it.`,
    },
    {
      name: 'Window',
      text: 'The whole trial, including the warm-up; no other figure covers what is outside the measured window.',
    },
    { name: 'Trials', text: 'One, chosen above the figure.' },
  ];
}

function timeDefinition(figure: TimeFigure, counts: Work): string {
  const { many } = workWords[counts];
  switch (figure) {
    case 'throughput':
      return `Successful ${many} that ended in each period, per second.`;
    case 'latency':
      return `Percentiles of the successful ${many} that ended in each period. Where periods are merged to fit the screen, the slower one is kept, so that no peak is lost.`;
    case 'users':
      return 'Users active at the end of each period.';
    case 'dropped':
      return 'Arrivals that were due but not sent, because too many requests had no answer, per second.';
    case 'errors':
      return `Failed ${many} that ended in each period, per second.`;
    case 'cpu':
      return 'CPU time used in each period ÷ its length: 1 is one fully busy core. Client: all load workers. Service: its process.';
  }
}

/** How a figure over time is computed. */
export function howTimeFigure(figure: TimeFigure, counts: Work): HowFact[] {
  return [
    { name: 'Definition', text: timeDefinition(figure, counts) },
    {
      name: 'Window',
      text: 'Periods of a quarter of a second while it runs, of one second afterwards. The warm-up is shaded and excluded from every figure of the trial.',
    },
    { name: 'Trials', text: 'This one.' },
  ];
}
