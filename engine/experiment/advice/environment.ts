import { parseNetwork } from '../../../contracts/experiment/environment-factors.ts';
import type { Experiment } from '../../../contracts/experiment/experiment.ts';
import { countOf } from '../../../metrics/format.ts';
import { everyConnections } from '../levels.ts';
import { type Rule, timeOf, when } from './rule.ts';

/** With fewer requests p99 is unreliable, let alone higher percentiles. */
const fewRequests = 1000;
/** A longer trial may surprise users who specified a number of requests. */
const longMs = 60_000;

/** The longest round trip of the emulated networks, in milliseconds; 0 without one. */
function longestRoundTripMs({ factors }: Experiment): number {
  const trips = (factors.network ?? []).map((level) => parseNetwork(level)?.roundTripMs ?? 0);
  return Math.max(0, ...trips);
}

/** Round trips of a request: TCP takes one to connect, TLS 1.3 one more, TLS 1.2 two. */
function tripsPerRequest(experiment: Experiment): number {
  const { factors } = experiment;
  if (!everyConnections(experiment).includes('per-request')) return 1;
  const ofTls = factors.tls.map((level) => (level === 'off' ? 0 : level === 'tls1.2' ? 2 : 1));
  return 2 + Math.max(...ofTls);
}

const slowRoundTrips: Rule = (experiment) => {
  const { load, factors } = experiment;
  const tripMs = longestRoundTripMs(experiment) * tripsPerRequest(experiment);
  if (load.model !== 'closed' || tripMs === 0) return [];
  const users = Math.min(...(factors.users ?? []));
  const trip = `Over the slowest emulated network a request takes ${timeOf(tripMs)} or longer`;
  if (load.duration !== undefined) {
    const most = Math.floor((users * load.duration) / (tripMs + load.thinkTime));
    return when(
      most < fewRequests,
      () =>
        `${trip}, so ${countOf(users, 'user')} can make ${countOf(most, 'request')} in ${timeOf(load.duration ?? 0)} at most: too few for the high percentiles. Measure longer, or with more users.`,
    );
  }
  const needed = ((load.requests ?? 0) * (tripMs + load.thinkTime)) / users;
  return when(
    needed > longMs,
    () =>
      `${trip}, so ${countOf(load.requests ?? 0, 'request')} by ${countOf(users, 'user')} take ${timeOf(Math.ceil(needed / 1000) * 1000)} at least. Send fewer, or use more users.`,
  );
};

const connectingOverNetwork: Rule = (experiment) => {
  const trips = tripsPerRequest(experiment);
  const tripMs = longestRoundTripMs(experiment);
  return when(
    trips > 1 && tripMs > 0,
    () =>
      `A connection per request multiplies the emulated network: each request takes up to ${trips} round trips, one for TCP${trips > 2 ? ', the others for TLS' : ''} and one for itself, ${timeOf(trips * tripMs)} in all.`,
  );
};

const coarseEnergy: Rule = ({ energy, load }) => {
  const isShort = 'duration' in load && (load.duration ?? Infinity) < 2 * energy.interval;
  return when(
    energy.source === 'rapl' && isShort,
    () =>
      `The measured window is shorter than two sampling intervals of ${timeOf(energy.interval)}, so its energy figure is coarse. Measure longer, or sample more often.`,
  );
};

/** Advice on the network and energy measurement around client and service. */
export const environmentRules: readonly Rule[] = [
  slowRoundTrips,
  connectingOverNetwork,
  coarseEnergy,
];
