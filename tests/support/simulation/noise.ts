import { planRepetition } from '../../../engine/experiment/plan.ts';
import { ComparisonFamily, judged, nextLook } from '../../../engine/stats/sequential.ts';
import { randomSource } from '../../../workloads/messages/text.ts';

/** Uniform in (0, 1). */
type Random = () => number;

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
}

/** A series in which each value is `kept` of the one before, with a scatter of 1. */
function following(kept: number, random: Random): () => number {
  let last = normal(random);
  return () => {
    last = kept * last + Math.sqrt(1 - kept ** 2) * normal(random);
    return last;
  };
}

/** Noise of the logarithm of a trial's throughput, for one trial after the other. */
export const noises = {
  normal: (random) => () => 0.05 * normal(random),
  skewed: (random) => () => 0.1 * Math.log(random()),
  bursty: (random) => () => 0.02 * normal(random) - (random() < 0.1 ? 0.3 + 0.6 * random() : 0),
  drifting: (random) => {
    let place = 0;
    return () => 0.01 * normal(random) - 0.01 * place++;
  },
  'steeply drifting': (random) => {
    let place = 0;
    return () => 0.001 * normal(random) - 0.03 * place++;
  },
  'autocorrelated (0.5)': (random) => {
    const next = following(0.5, random);
    return () => 0.1 * next();
  },
  'autocorrelated (0.9)': (random) => {
    const next = following(0.9, random);
    return () => 0.1 * next();
  },
  'two-state': (random) => {
    let isSlow = random() < 0.5;
    return () => {
      if (random() < 0.3) isSlow = !isSlow;
      return 0.02 * normal(random) - (isSlow ? 0.3 : 0);
    };
  },
} satisfies Record<string, (random: Random) => () => number>;
export type Noise = keyof typeof noises;

interface Simulated {
  readonly experiments: number;
  readonly cells: number;
  /** True ratio of each cell to the one before. */
  readonly ratio: number;
  readonly seed: number;
  /** Scatter as a multiple of that of {@link noises}. */
  readonly scale?: number;
}

const margin = 0.05;
const mostRepetitions = 30;

/**
 * Experiments through the product's plan and judgement, as a run makes them.
 * @returns shares of experiments, 0–1: with a decision (of equal things: a false one), with one in the wrong direction,
 * and with an interval that misses the true ratio at the stop; and the mean repetitions until all is judged.
 */
export function simulate(noise: Noise, { experiments, cells, ratio, seed, scale = 1 }: Simulated) {
  const integers = randomSource(seed);
  const random = () => (integers() + 0.5) / 2 ** 32;
  const family = new ComparisonFamily((cells * (cells - 1)) / 2);
  const names = Array.from({ length: cells }, (_none, index) => index);
  const count = { decided: 0, wrong: 0, missed: 0, repetitions: 0 };
  for (let experiment = 0; experiment < experiments; experiment++) {
    const next = noises[noise](random);
    const values: number[][] = names.map(() => []);
    const seen = { decided: false, wrong: false, missed: false };
    const open = new Set(
      names.flatMap((a) => names.filter((b) => b > a).map((b) => [a, b] as const)),
    );
    let repetition = 0;
    let look = nextLook(0);
    while (open.size > 0 && look <= mostRepetitions) {
      while (repetition < look) {
        repetition += 1;
        for (const { cell } of planRepetition(names, repetition, experiment + seed)) {
          values[cell]?.push(ratio ** cell * Math.exp(scale * next()));
        }
      }
      for (const pair of open) {
        const [a = [], b = []] = pair.map((cell) => values[cell]);
        const found = family.compare(a.map((value, index) => [value, b[index] ?? 0] as const));
        const truth = ratio ** (pair[1] - pair[0]);
        const judgement = judged(found, margin);
        const isLast = nextLook(look) > mostRepetitions;
        if (judgement === 'open' && !isLast) continue;
        open.delete(pair);
        if (!found) continue;
        if (judgement === 'decided') {
          seen.decided = true;
          if (truth !== 1 && found.ratio > 1 !== truth > 1) seen.wrong = true;
        }
        if (found.low > truth || found.high < truth) seen.missed = true;
      }
      if (open.size > 0) look = nextLook(look);
    }
    count.repetitions += repetition;
    for (const key of ['decided', 'wrong', 'missed'] as const) if (seen[key]) count[key] += 1;
  }
  const share = (of: number) => of / experiments;
  return {
    decided: share(count.decided),
    wrong: share(count.wrong),
    missed: share(count.missed),
    repetitions: share(count.repetitions),
  };
}
