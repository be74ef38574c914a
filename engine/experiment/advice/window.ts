import { isElsewhere, warmUpOf } from '../../../contracts/experiment/cell.ts';
import { longestWarmUp, steadyOf } from '../../../contracts/experiment/warm-up.ts';
import { countOf } from '../../../metrics/format.ts';
import { type Rule, timeOf, when, withFix } from './rule.ts';

/** Percentiles of fewer samples, or of less time, depend on chance. */
const shortMs = 5000;
const fewRequests = 10_000;

const shortWindow: Rule = ({ load, untilDecided }) => {
  // The windows of all repetitions count together.
  if (untilDecided !== null) return [];
  if (load.model !== 'closed' && load.model !== 'open') return [];
  const { duration, requests } = load;
  if (duration !== undefined) {
    return when(duration < shortMs, () =>
      withFix(
        `A measured window of ${timeOf(duration)} is short: whether it includes a rare pause is chance, so percentiles beyond p99 mean little. Measure for at least 5 s.`,
        'Measure for 10 s',
        ['load.duration', '10s'],
      ),
    );
  }
  return when(requests !== undefined && requests < fewRequests, () =>
    withFix(
      `With ${requests} requests fewer than ten lie beyond p99.9, so it means little. Send ${fewRequests} or more.`,
      `Send ${fewRequests} requests`,
      ['load.requests', fewRequests],
    ),
  );
};

const noWarmUp: Rule = ({ load, factors }) => {
  if (load.model !== 'closed' && load.model !== 'open') return [];
  const stacks = factors.stack ?? [undefined];
  const none = stacks.some((stack) => longestWarmUp(warmUpOf(load, { stack })) === 0);
  return when(none, () =>
    withFix(
      'Without a warm-up the first, slower requests count, while client and service still run code that is not yet compiled.',
      'Warm up for 2 s',
      ['load.warmUp', '2s'],
    ),
  );
};

const rampBeyondWarmUp: Rule = ({ load, factors }) => {
  if (load.model !== 'closed' || load.rampUp === 0) return [];
  const users = Math.max(...(factors.users ?? []));
  const rampMs = Math.round(((users - 1) / load.rampUp) * 1000);
  const warmUpMs = longestWarmUp(load.warmUp);
  if (rampMs <= warmUpMs) return [];
  const start = `At ${load.rampUp} users per second the last of ${users} starts after ${timeOf(rampMs)}`;
  const end = load.duration === undefined ? undefined : warmUpMs + load.duration;
  if (end !== undefined && rampMs >= end) {
    return [`${start}, when the trial is over: it never runs with all of them.`];
  }
  const fewer = timeOf(rampMs - warmUpMs);
  return [
    `${start}, but the warm-up ends after ${steadyOf(load.warmUp) ? 'at most ' : ''}${timeOf(warmUpMs)}: the first ${fewer} of the measured window have fewer users.`,
  ];
};

/** The service determines how fast users of closed load send; an external one is on someone's machine. */
const unboundedRate: Rule = ({ load, target, servers }) =>
  when(isElsewhere({ target, servers }) && load.model === 'closed' && load.thinkTime === 0, () =>
    withFix(
      'Users without think time send as fast as they are answered, so nothing limits the load on a service that Wirebench did not start. Add a think time, or use open load with a rate.',
      'Think for 100 ms',
      ['load.thinkTime', '100ms'],
    ),
  );

/** Maximum tolerated deviation of the number of Poisson arrivals from the intended number. */
const tolerableChance = 0.02;

/** Of N expected Poisson arrivals, about N ± √N occur (the variance of a Poisson number is its mean). */
const fewArrivals: Rule = ({ load, factors }) => {
  if (load.model !== 'open' || load.arrivals !== 'poisson' || load.duration === undefined) {
    return [];
  }
  const rate = Math.min(...(factors.rate ?? []));
  const expected = (rate * load.duration) / 1000;
  const chance = 1 / Math.sqrt(expected);
  if (!Number.isFinite(chance) || chance <= tolerableChance) return [];
  const window = timeOf(load.duration);
  return [
    `Poisson arrivals at ${rate} per second come to ${countOf(Math.round(expected), 'request')} in ${window}, give or take ${Math.round(chance * 100)} % by chance alone. Measure longer, or use constant arrivals.`,
  ];
};

/** Advice on the one measured window of closed and open load. */
export const windowRules: readonly Rule[] = [
  shortWindow,
  noWarmUp,
  rampBeyondWarmUp,
  fewArrivals,
  unboundedRate,
];
