import { median, rotate } from '../support/statistics.ts';
import type { BenchTarget } from '../support/target.ts';
import type { Contender, Showing } from './contender.ts';

/** Medians over the rounds; the memory is the largest. */
export interface Standing extends Showing {
  readonly name: string;
  readonly rounds: number;
  /** Lowest and highest throughput of a round. */
  readonly lowestRps: number;
  readonly highestRps: number;
  /** Results by round. */
  readonly rates: readonly number[];
}

/**
 * Speed of `one` divided by that of `other`: the median of the ratios within each round, so that a machine
 * that is temporarily slower favours neither. NaN when one of them is missing.
 */
export const pairedRatio = (one: Standing | undefined, other: Standing | undefined): number =>
  median(pairedRatios(one, other));

/** The ratios within each round; none when one of them is missing. */
export function pairedRatios(one: Standing | undefined, other: Standing | undefined): number[] {
  if (!one || !other) return [];
  return one.rates.map((rate, round) => rate / (other.rates[round] ?? Number.NaN));
}

/** Generators that failed, and why. */
export interface Dropout {
  readonly name: string;
  readonly reason: string;
}

export interface Contest {
  readonly standings: readonly Standing[];
  readonly dropouts: readonly Dropout[];
}

/**
 * Lets each generator run once per round, each round starting with a different one, so that other work of the
 * machine affects all of them equally. One that fails is left out from then on.
 */
export async function interleave(
  contenders: readonly Contender[],
  target: BenchTarget,
  rounds: number,
  say: (text: string) => void,
): Promise<Contest> {
  const showings = new Map<string, Showing[]>(contenders.map(({ name }) => [name, []]));
  const dropouts: Dropout[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const contender of rotate(contenders, round)) {
      if (dropouts.some(({ name }) => name === contender.name)) continue;
      try {
        const showing = await contender.run(target);
        showings.get(contender.name)?.push(showing);
        say(
          `  round ${round + 1}/${rounds}: ${contender.name} ${Math.round(showing.throughputRps)}/s`,
        );
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        dropouts.push({ name: contender.name, reason });
        say(`  ${contender.name} failed: ${reason}`);
      }
    }
  }
  const standing = contenders.filter(({ name }) => !dropouts.some((each) => each.name === name));
  return {
    standings: standing.map(({ name }) => standingOf(name, showings.get(name) ?? [])),
    dropouts,
  };
}

function standingOf(name: string, showings: readonly Showing[]): Standing {
  const middle = (of: (showing: Showing) => number) => median(showings.map(of));
  const rates = showings.map(({ throughputRps }) => throughputRps);
  return {
    name,
    rounds: showings.length,
    throughputRps: median(rates),
    lowestRps: Math.min(...rates),
    highestRps: Math.max(...rates),
    rates,
    failed: showings.reduce((sum, { failed }) => sum + failed, 0),
    cpuUs: middle(({ cpuUs }) => cpuUs),
    generatorCores: middle(({ generatorCores }) => generatorCores),
    serviceCores: middle(({ serviceCores }) => serviceCores),
    rssPeakBytes: Math.max(...showings.map(({ rssPeakBytes }) => rssPeakBytes)),
  };
}
