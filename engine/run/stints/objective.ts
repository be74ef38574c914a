import type { SearchLoad } from '../../../contracts/experiment/load.ts';
import type { Threshold } from '../../../contracts/experiment/threshold.ts';
import type { Round } from '../../../contracts/measurement.ts';
import { formatMs, roughShare } from '../../../metrics/format.ts';
import { outcomeOf } from '../../experiment/thresholds.ts';
import { toleratedErrors } from './doubling.ts';
import { arrivalsOf, droppedShareOf, errorShareOf } from './stint.ts';

/** Minimum share of the intended arrivals that must be answered for a level of open load to pass. */
const wantedShare = 0.98;

/**
 * Why a round misses the objective of a search, in words; null when it meets it. Besides the
 * objective, no more than 1 % may fail, and in open load nothing may be dropped, except where the
 * objective itself covers these; and 98 % of the intended arrivals must be answered.
 */
export function whyBroken(load: SearchLoad, round: Round): string | null {
  const { objective } = load;
  if (round.ok === 0) return 'no request succeeded';
  const speaksOf = (metric: Threshold['metric']) => objective?.metric === metric;
  const errors = errorShareOf(round);
  if (!speaksOf('errors') && errors > toleratedErrors) {
    return `${roughShare(errors)} of the requests failed`;
  }
  if (!speaksOf('dropped') && round.dropped > 0) {
    return `${roughShare(droppedShareOf(round))} of the arrivals were dropped`;
  }
  return whyShort(load, round) ?? (objective ? whyMissed(objective, round) : null);
}

/** Whether fewer of the intended arrivals were answered than chance and the edges of the window explain. */
function whyShort(load: SearchLoad, round: Round): string | null {
  if (round.rate === null) return null;
  const wanted = round.rate * round.seconds;
  // Poisson arrivals number wanted ± √wanted; one arrival lies across each edge of the window.
  const chance = 1 + (arrivalsOf(load) === 'poisson' ? 3 * Math.sqrt(wanted) : 0);
  const answered = round.ok + round.failed;
  if (answered + chance >= wanted * wantedShare) return null;
  return `only ${roughShare(answered / wanted)} of the intended requests were answered`;
}

function whyMissed(objective: Threshold, round: Round): string | null {
  const { passed, actual } = outcomeOf(objective, {
    errorsShare: errorShareOf(round),
    droppedShare: droppedShareOf(round),
    throughputRps: round.throughputRps,
    latencyMs: round.latencyMs,
    answers: round.ok + round.failed,
    arrivals: round.rate === null ? null : round.ok + round.failed + round.dropped,
  });
  return passed ? null : `${objective.metric} was ${describe(objective, actual)}`;
}

function describe({ metric }: Threshold, actual: number): string {
  if (metric === 'errors' || metric === 'dropped') return roughShare(actual);
  return formatMs(actual);
}
