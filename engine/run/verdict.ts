import type { ClientHealth, Occupancy } from '../../contracts/measurement.ts';
import type { Verdict } from '../../contracts/words.ts';
import { countOf, formatCount, groupDigits, roughShare } from '../../metrics/format.ts';
import { oneIn } from '../stats/core-time.ts';

/** Demands of open load on the generator in the window. */
interface OpenFacts {
  /** Arrivals intended by the rate, and those that were sent or dropped when due. */
  readonly wanted: number;
  readonly sent: number;
  readonly dropped: number;
  /** Whether their number is random. */
  readonly poisson: boolean;
  /** Send delay of arrivals, 99th percentile, in milliseconds. */
  readonly lagP99Ms: number;
}

/** Input of a verdict; all over the measured window. */
export interface VerdictFacts {
  readonly client: ClientHealth;
  readonly windowSeconds: number;
  /** Event-loop utilisation of the bundled service; null for a remote target. */
  readonly serverUtilization: number | null;
  /** Share of the window in which it was ready to run but had no core; 0 where unknown. */
  readonly serverWaitShare: number;
  /** Minimum CPU wait of a worker before it noticed an answer, in at least one sample of {@link oneIn}; in milliseconds, 0 where unknown. */
  readonly longWaitMs: number;
  /** 99th percentile of the latency. */
  readonly p99Ms: number;
  /** Share of the wanted CPU time that the host of a virtual machine withheld; 0 where unknown. */
  readonly stolenShare: number;
  /** Requests that ended in the window, successful or not. */
  readonly answers: number;
  /** Successful requests. */
  readonly succeeded: number;
  /** Message of the most frequent error; null without errors. */
  readonly error: string | null;
  /** Number of users; null where it changes, and for open load. */
  readonly users: number | null;
  readonly throughputRps: number;
  /** Null for closed load. */
  readonly open: OpenFacts | null;
  /** Whether its users are accounted for; null for open load and where that is unknown. */
  readonly occupancy: Occupancy | null;
  /** Throughput of this driver against a service that does nothing, all workers; null when not calibrated. */
  readonly ceilingRps: number | null;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly reasons: string[];
}

/** Shares of time, milliseconds and shares of the ceiling at which the verdict changes; see `docs/measuring.md`. */
const saturated = 0.95;
const busy = 0.8;
const starvedCpu = 0.6;
const longWait = 0.4;
const someWait = 0.2;
const longestWaitMs = 1;
const partOfP99 = 0.05;
const muchStolen = 0.05;
const longHoldUpMs = 100;
const muchGc = 0.1;
const atCeiling = 0.9;
const nearCeiling = 0.75;
const shortfall = 0.02;
const lateMs = 2;
const tooLateMs = 10;

/**
 * Whether the generator may have been the limit. `client-bound`: it was, by its utilisation, its
 * calibrated ceiling, its lateness, or because other programs took its core. `suspect`: it was close
 * to its limit or stalled, so that latencies may include its own delays; or the results do not describe
 * a steady state, or not of all arrivals.
 */
export function judge(facts: VerdictFacts): Judgement {
  const nothing = nothingSucceeded(facts);
  if (nothing !== null) return { verdict: 'suspect', reasons: [nothing] };
  const bound = boundReasons(facts);
  if (bound.length > 0) return { verdict: 'client-bound', reasons: bound };
  const doubts = doubtsOf(facts);
  return { verdict: doubts.length > 0 ? 'suspect' : 'ok', reasons: doubts };
}

type Finding = string | null;
const present = (findings: readonly Finding[]) => findings.filter((finding) => finding !== null);

/** Without a successful request no service was measured, however busy the generator was. */
function nothingSucceeded({ answers, succeeded, error, windowSeconds }: VerdictFacts): Finding {
  if (windowSeconds === 0 && answers === 0) return 'Nothing was measured.';
  if (answers === 0 || succeeded > 0) return null;
  return `Every request failed, so the results do not describe the service: ${error ?? 'the errors say why'}.`;
}

function boundReasons(facts: VerdictFacts): string[] {
  return present([starved(facts), ...(facts.open ? [late(facts, facts.open)] : atLimit(facts))]);
}

/** Whether a reason is that other programs took the core of a load worker: the machine was busy, not the generator. */
export function isStarvation(reason: string): boolean {
  return reason.endsWith(tookItsCore);
}

const tookItsCore = 'took its core.';

/**
 * Ready to run, but without a core. Uses the system's count where available; elsewhere active time
 * shows it, which is elapsed time and includes the time that the thread waits for its core.
 */
function starved({ client, windowSeconds }: VerdictFacts): Finding {
  const { activeSeconds = 0, cpuSeconds, eventLoopUtilization, waitMs } = client;
  if (waitMs !== undefined && waitMs >= longWait * windowSeconds * 1000 && waitMs > 0) {
    const share = roughShare(waitMs / 1000 / windowSeconds);
    return `A load worker was short of CPU ${share} of the time: other programs, perhaps the service itself, ${tookItsCore}`;
  }
  if (eventLoopUtilization < busy || cpuSeconds >= starvedCpu * activeSeconds) return null;
  const share = roughShare(cpuSeconds / activeSeconds);
  return `A load worker had work ${roughShare(eventLoopUtilization)} of the time, but got CPU for only ${share} of that: other programs ${tookItsCore}`;
}

/** The limits of a generator under closed load. */
function atLimit(facts: VerdictFacts): Finding[] {
  const { client, serverUtilization: server, throughputRps, ceilingRps } = facts;
  if (server !== null && server >= saturated) return [];
  const utilization = client.eventLoopUtilization;
  const service = server === null ? '' : `, the service only ${roughShare(server)}`;
  return [
    utilization >= saturated
      ? `A load worker was busy ${roughShare(utilization)} of the time${service}: the generator was the limit, not the service.`
      : null,
    ceilingRps !== null && throughputRps >= atCeiling * ceilingRps
      ? `Throughput was ${ofCeiling(throughputRps, ceilingRps)}: the generator was the limit, not the service.`
      : null,
  ];
}

function ofCeiling(throughputRps: number, ceilingRps: number): string {
  const ceiling = formatCount(ceilingRps);
  return `${roughShare(throughputRps / ceilingRps)} of what this client can do on this machine (${ceiling} per second, calibrated)`;
}

/** Arrivals that were due, but that the generator did not manage to send. */
function late({ client }: VerdictFacts, open: OpenFacts): Finding {
  const { wanted, lagP99Ms } = open;
  const missing = wanted - open.sent - open.dropped;
  // Poisson arrivals number wanted ± √wanted; one even arrival may lie across an edge.
  const chance = 1 + (open.poisson ? 3 * Math.sqrt(wanted) : 0);
  if (missing <= shortfall * wanted + chance) return null;
  const isBusy = client.eventLoopUtilization >= saturated;
  if (lagP99Ms <= tooLateMs && !isBusy) return null;
  const why = isBusy
    ? `a load worker was busy ${roughShare(client.eventLoopUtilization)} of the time`
    : `1 % were sent more than ${Math.round(lagP99Ms)} ms late`;
  return `The generator sent ${roughShare(missing / wanted)} fewer requests than intended, and ${why}: it was the limit.`;
}

function doubtsOf(facts: VerdictFacts): string[] {
  const { client, windowSeconds, throughputRps, ceilingRps } = facts;
  const gcShare = windowSeconds > 0 ? client.gcMs / 1000 / windowSeconds : 0;
  const waitShare = windowSeconds > 0 ? (client.waitMs ?? 0) / 1000 / windowSeconds : 0;
  return present([
    fewAnswers(facts),
    client.eventLoopUtilization >= busy
      ? `A load worker was busy ${roughShare(client.eventLoopUtilization)} of the time, so its own queueing may be part of the latency.`
      : null,
    waitShare >= someWait
      ? `A load worker was short of CPU ${roughShare(waitShare)} of the time, so its own delays may be part of the latency.`
      : longWaits(facts),
    facts.serverWaitShare >= someWait
      ? `The service was short of CPU ${roughShare(facts.serverWaitShare)} of the time: other programs, perhaps the load workers, slowed it down.`
      : null,
    facts.stolenShare >= muchStolen
      ? `The host of this virtual machine withheld ${roughShare(facts.stolenShare)} of the CPU time that was needed, so its delays may be part of the latency.`
      : null,
    client.lagMs >= longHoldUpMs
      ? `A load worker stalled for ${Math.round(client.lagMs)} ms at a time, so some answers were noticed late.`
      : null,
    gcShare >= muchGc
      ? `Garbage collection took ${roughShare(gcShare)} of a load worker's time.`
      : null,
    ceilingRps !== null && throughputRps >= nearCeiling * ceilingRps
      ? `Throughput was ${ofCeiling(throughputRps, ceilingRps)}, so the client is likely to have limited it.`
      : null,
    ...(facts.occupancy?.missing.map(({ sentence }) => sentence) ?? []),
    ...(facts.open ? openDoubts(facts.open) : []),
  ]);
}

/** Waits that are a small part of the window, but may be a visible part of the latency. A sample adds up all waits since the last, so an answer may have been delayed for less. */
function longWaits({ longWaitMs, p99Ms }: VerdictFacts): Finding {
  if (longWaitMs < longestWaitMs || longWaitMs < partOfP99 * p99Ms) return null;
  return `In at least one of ${oneIn} samples a load worker had been short of CPU for ${groupDigits(longWaitMs, 0)} ms or more before it noticed an answer, so its delays may be part of the latency.`;
}

function openDoubts({ sent, dropped, lagP99Ms }: OpenFacts): Finding[] {
  const share = dropped > 0 ? roughShare(dropped / (sent + dropped)) : '';
  const arrivals = dropped === 1 ? 'arrival was' : 'arrivals were';
  return [
    lagP99Ms >= lateMs
      ? `1 % of the requests were sent more than ${groupDigits(lagP99Ms, 1)} ms late; their wait is part of the latency.`
      : null,
    dropped > 0
      ? `${formatCount(dropped)} ${arrivals} not sent (${share}), because maxInFlight requests had no answer yet: the latency does not include them.`
      : null,
  ];
}

function fewAnswers({ answers, users }: VerdictFacts): Finding {
  if (answers === 0) {
    return 'No answer came within the measured window: it is shorter than one request takes here.';
  }
  if (users === null || answers >= users) return null;
  return `Only ${countOf(answers, 'answer')} came from ${users} users: the window is too short for steady results.`;
}
