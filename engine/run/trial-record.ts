import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type {
  Interval,
  Occupancy,
  Round,
  ServerHealth,
  WarmUpResult,
} from '../../contracts/measurement.ts';
import { isPercentile } from '../experiment/samples.ts';
import { occupancyOf } from './occupancy.ts';
import { verdictOfRounds } from './round-verdict.ts';
import { type LoadPlan, type PlannedRound, type Stint, windowOf } from './stints/stint.ts';
import { TrialFigures } from './trial-metrics.ts';
import { type Judgement, judge } from './verdict.ts';

/** A shorter part of a second, as at the end of a ramp, does not represent its level. */
const shortestSecondMs = 500;

/** Metrics of a stretch, with the input of their verdict. */
interface Stretch {
  readonly figures: TrialFigures;
  readonly windowSeconds: number;
  /** Null where the level changes. */
  readonly users: number | null;
  readonly ceilingRps: number | null;
}

interface OpenRound {
  readonly index: number;
  readonly planned: PlannedRound;
  readonly figures: TrialFigures;
  readonly startMs: number;
}

interface RoundFigures {
  readonly round: Round;
  readonly figures: TrialFigures;
}

/**
 * Everything derived from the intervals of a trial: its sums and its rounds. Fed by the engine while a
 * trial runs, and from the store when a trial is finished whose engine died.
 */
export class TrialRecord {
  readonly plan: LoadPlan;
  readonly total = new TrialFigures();
  readonly #rounds: Round[] = [];
  /** For the rounds of a search, any of which may represent the trial. */
  readonly #figures = new Map<number, TrialFigures>();
  readonly #ceilingPerWorker: number | null;
  readonly #thinkTimeMs: number | null;
  #open: OpenRound | null = null;
  #stint: Stint | null = null;
  #warmUpMs = 0;
  /** Warm-up of the current stint, once it is over; null where it has a fixed length. */
  #warmUp: WarmUpResult | null = null;
  #ceilingRps: number | null = null;
  /** The level at the end of the interval before. */
  #level = 0;

  /**
   * @param ceilingPerWorker throughput of one worker against a service that does nothing; null when unknown.
   * @param thinkTimeMs null for loads without users that wait for answers, and where it is unknown.
   */
  constructor(
    plan: LoadPlan,
    ceilingPerWorker: number | null = null,
    thinkTimeMs: number | null = null,
  ) {
    this.plan = plan;
    this.#thinkTimeMs = thinkTimeMs;
    this.#ceilingPerWorker = ceilingPerWorker;
  }

  /** Completed rounds. */
  get rounds(): readonly Round[] {
    return this.#rounds;
  }

  /** End of the warm-up before the results that represent the trial; null where it had a fixed length, or where each round has its own. */
  get warmUp(): WarmUpResult | null {
    return this.#rounds.length === 0 ? this.#warmUp : (this.headline()?.round.warmUp ?? null);
  }

  /** @param workers number of threads that generate the load of the stint. */
  beginStint(stint: Stint, workers: number): void {
    this.endRound();
    this.#stint = stint;
    this.#warmUpMs = 0;
    this.#warmUp = null;
    this.#level = stint.profile[0]?.level ?? 0;
    this.#ceilingRps = this.#ceilingPerWorker === null ? null : this.#ceilingPerWorker * workers;
  }

  /** @returns whether it ended a round. */
  add(interval: Interval): boolean {
    const level = this.#meanLevel(interval);
    this.total.add(interval, level);
    this.#addWarmUp(interval);
    if (interval.phase !== 'measured' || interval.round === null) return false;
    if (this.plan.secondsAreRounds) return this.#addSecond(interval, level);
    const ended = this.#open !== null && this.#open.index !== interval.round && this.endRound();
    this.#open ??= this.#beginRound(interval.round, interval.startMs);
    this.#open.figures.add(interval, level);
    return ended;
  }

  #addWarmUp({ phase, lengthMs }: Interval): void {
    if (phase === 'warm-up') this.#warmUpMs += lengthMs;
    if (phase !== 'measured' || this.#warmUp || !this.#stint?.steady) return;
    const most = windowOf(this.#stint).start ?? Number.POSITIVE_INFINITY;
    // An edge of ticks, so less than a tick is no difference.
    const ended = this.#warmUpMs < most - 1 ? 'steady' : 'maximum';
    this.#warmUp = { seconds: this.#warmUpMs / 1000, ended };
  }

  /** Ends the last round. @returns whether there was one. */
  endRound(): boolean {
    const open = this.#open;
    if (!open) return false;
    this.#open = null;
    if (this.plan.headline) this.#figures.set(open.index, open.figures);
    this.#conclude(this.#round(open));
    return true;
  }

  /** The round that represents the trial, with its metrics; null when all windows do together. */
  headline(): RoundFigures | null {
    const round = this.plan.headline?.(this.#rounds);
    return round ? this.ofRound(round.index) : null;
  }

  /** @returns null for a round that cannot represent the trial. */
  ofRound(index: number): RoundFigures | null {
    const round = this.#rounds.find((one) => one.index === index);
    const figures = this.#figures.get(index);
    return round && figures ? { round, figures } : null;
  }

  /**
   * Whether the generator may have been the limit so far, by the rule of {@link judge}; for a search, the
   * current round is judged. @param users of the cell; null where their number changes.
   * @returns null before anything was measured.
   */
  soFar(users: number | null): { judgement: Judgement; utilization: number } | null {
    const open = this.plan.headline ? this.#open : null;
    const figures = open?.figures ?? this.total;
    if (figures.measured.lengthMs === 0) return null;
    const stretch = {
      figures,
      windowSeconds: figures.measured.lengthMs / 1000,
      users: open ? open.planned.level : this.plan.headline ? null : users,
      ceilingRps: this.#ceilingRps,
    };
    const whole = this.judge(stretch);
    const judgement = this.plan.headline
      ? whole
      : verdictOfRounds(whole, this.#rounds, this.plan.unit);
    return { judgement, utilization: figures.clientUtilization };
  }

  /** The service's last report, for windows in which it was too busy to report at all. */
  lastReport(server: ServerHealth): void {
    for (const figures of [this.total, ...this.#figures.values()]) figures.lastReport(server);
  }

  /** Whether the users of a stretch are accounted for; null for loads without. */
  occupancy({ figures, windowSeconds, users }: Stretch): Occupancy | null {
    const thinkTimeMs = this.#stint?.closed?.thinkTimeMs ?? this.#thinkTimeMs;
    if (thinkTimeMs === null || this.#unit === 'rate') return null;
    const { ok, failed } = figures.measured;
    return occupancyOf({
      users: figures.level,
      planned: users,
      windowSeconds,
      ok,
      failed,
      latencyMs: figures.latencyMs(),
      thinkTimeMs,
      heldUpMs: figures.client.lagMs + figures.client.waitMs,
    });
  }

  /** Whether the generator may have been the limit of a stretch. */
  judge(stretch: Stretch): Judgement {
    const { figures, windowSeconds, users, ceilingRps } = stretch;
    const { measured, client } = figures;
    const open = this.#unit === 'rate';
    return judge({
      client: { ...client, eventLoopUtilization: figures.clientUtilization },
      longWaitMs: figures.longWaitMs,
      p99Ms: figures.latency.percentile(99) / 1000,
      stolenShare: figures.stolenShare,
      serverWaitShare: figures.serverWaitShare,
      windowSeconds,
      serverUtilization: figures.serverUtilization,
      answers: measured.ok + measured.failed,
      succeeded: measured.ok,
      error: figures.errors[0]?.message ?? null,
      users: open ? null : users,
      throughputRps: windowSeconds > 0 ? measured.ok / windowSeconds : 0,
      open: open
        ? {
            wanted: (figures.level * measured.lengthMs) / 1000,
            sent: figures.sent ?? 0,
            dropped: measured.dropped,
            poisson: this.plan.arrivals === 'poisson',
            lagP99Ms: figures.lagMs()?.p99 ?? 0,
          }
        : null,
      occupancy: this.occupancy(stretch),
      ceilingRps,
    });
  }

  /** Of the levels of the current stint. */
  get #unit() {
    return this.#stint?.closed ? 'users' : this.plan.unit;
  }

  /** Users or arrivals per second, averaged over an interval in which they changed linearly. */
  #meanLevel(interval: Interval): number {
    if (interval.phase === 'drain') return 0;
    const before = this.#level;
    this.#level = this.#unit === 'users' ? interval.users : (interval.rate ?? before);
    return (before + this.#level) / 2;
  }

  #beginRound(index: number, startMs: number): OpenRound {
    const planned = this.#stint?.rounds[index - this.#stint.firstRound];
    if (!planned) throw new RangeError(`no round ${index} was planned`);
    return { index, planned, figures: new TrialFigures(), startMs };
  }

  #addSecond(interval: Interval, level: number): boolean {
    if (interval.lengthMs < shortestSecondMs) return false;
    const figures = new TrialFigures();
    figures.add(interval, level);
    const planned: PlannedRound = { kind: 'ramp', level: null };
    const index = this.#rounds.length;
    this.#conclude(this.#round({ index, planned, figures, startMs: interval.startMs }));
    return true;
  }

  #conclude(round: Round): void {
    this.#rounds.push(round);
    round.outcome = this.plan.conclude(this.#rounds);
    const missed = this.plan.missed?.(round) ?? null;
    if (missed !== null) round.missed = missed;
  }

  #round({ index, planned, figures, startMs }: OpenRound): Round {
    const seconds = figures.measured.lengthMs / 1000;
    const level = planned.level ?? Math.round(figures.level * 1000) / 1000;
    const isUsers = this.#unit === 'users';
    const users = isUsers ? planned.level : null;
    const stretch = { figures, windowSeconds: seconds, users, ceilingRps: this.#ceilingRps };
    const { ok, failed, dropped } = figures.measured;
    return {
      index,
      kind: planned.kind,
      users: isUsers ? level : null,
      rate: isUsers ? null : level,
      startSeconds: startMs / 1000,
      seconds,
      ok,
      failed,
      dropped,
      throughputRps: seconds > 0 ? ok / seconds : 0,
      latencyMs: figures.latencyMs(),
      ...this.judge(stretch),
      ...occupied(this.occupancy(stretch)),
      ...(this.#warmUp && { warmUp: this.#warmUp }),
      ...againstObjective(this.plan.objective, figures),
      outcome: '',
    };
  }
}

/** Answers beyond a limit on a latency, and how late requests were sent, as far as both are known. */
function againstObjective(
  objective: Threshold | undefined,
  figures: TrialFigures,
): Pick<Round, 'slow' | 'lateMs'> {
  if (!objective || !isPercentile(objective.metric)) return {};
  const lag = figures.lagMs();
  return {
    slow: figures.latency.countAbove(objective.limit * 1000),
    ...(lag && { lateMs: lag[objective.metric] }),
  };
}

const occupied = (occupancy: Occupancy | null) => (occupancy ? { occupancy } : {});
