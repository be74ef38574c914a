import { availableParallelism } from 'node:os';
import type { LiveHealth, RunningTrial } from '../../contracts/engine-api.ts';
import { type ErrorReport, toErrorReport } from '../../contracts/errors.ts';
import type { AnswerOutline } from '../../contracts/exchange.ts';
import { isServedElsewhere, type PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Interval, Round, TrialResult } from '../../contracts/measurement.ts';
import { workOfExperiment } from '../../contracts/work.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { renewRows } from '../../workloads/own-service/rows.ts';
import { endingCount, secondsOfRunning } from '../experiment/estimate.ts';
import type { Cancel } from '../platform/clock.ts';
import { StolenTimeWatch } from '../platform/core-time.ts';
import { corePlan } from '../platform/pinning.ts';
import { assignmentsOf, maxWorkers, stintWorkers, thinkTimeOf } from './assignments.ts';
import { extensionNotes, notExtendable, whyNotExtendable } from './extension.ts';
import { IntervalBuilder } from './interval-builder.ts';
import { liveHealth, refusedHealth } from './live-health.ts';
import { livePoint } from './live-point.ts';
import { MachineRecords } from './machine-records.ts';
import { doubtedForMachines } from './missing-load.ts';
import { longestWarmUpSeconds, warmingUp } from './steady-watch.ts';
import { StintRunner } from './stint-runner.ts';
import { StintWindow } from './stint-window.ts';
import { loadPlan } from './stints/load-plan.ts';
import type { LoadPlan, Stint } from './stints/stint.ts';
import { checkTrialTarget } from './target-check/check-target.ts';
import { sendOnce } from './target-check/send-once.ts';
import { TargetWatch } from './target-watch.ts';
import type { TrialContext } from './trial-context.ts';
import { noSuccess, reportable, wrongAnswers } from './trial-failure.ts';
import { TrialRecord } from './trial-record.ts';
import { type StintFacts, trialResult } from './trial-result.ts';
import { reachTarget, startingWords, type TrialTarget } from './trial-target.ts';
import { WatchedRecords } from './watched-records.ts';

/** Delay after the service died, so that refused reconnections are recorded too. */
const afterDeathMs = 400;
const shortestPointMs = 100;

/** Why a trial was ended early. */
export type EarlyEnd = 'stopped' | 'skipped';

/** One execution of one cell: a service, the stints of its load in sequence, the result. */
export class TrialRunner {
  readonly #context: TrialContext;
  readonly #id: string;
  readonly #planned: PlannedTrial;
  readonly #plan: LoadPlan;
  readonly #record: TrialRecord;
  readonly #machines: MachineRecords;
  readonly #watched: WatchedRecords;
  readonly #intervals: IntervalBuilder;
  readonly #ceilingPerWorker: number | null;
  readonly #stints: StintFacts[] = [];
  readonly #notes = new Set<string>();
  readonly #startedAt: string;
  #target: TrialTarget | null = null;
  #stint: StintRunner | null = null;
  /** The current stint, while its automatic warm-up is not over. */
  #warming: Stint | null = null;
  /** Start of the first stint, by the clock. */
  #origin: number | null = null;
  /** Start of the current stint after that of the first, in milliseconds. */
  #offsetMs = 0;
  #early: EarlyEnd | null = null;
  #failure: ErrorReport | null = null;
  #cancelDeath: Cancel = () => undefined;
  readonly #targetWatch = new TargetWatch();
  /** Total extension of the window. */
  #extendedMs = 0;
  #health: LiveHealth | null = null;
  /** Aborts the calls before the load. */
  readonly #ended = new AbortController();
  /** The experiment, with the shared values of its flows in this trial. */
  #measured: Experiment;
  /** Requests that the service had answered before the load. */
  #countedBefore = 0;
  /** What the answer to the check of the target holds. */
  #answer: AnswerOutline | null = null;

  constructor(context: TrialContext, id: string, planned: PlannedTrial) {
    this.#context = context;
    this.#startedAt = context.clock.date().toISOString();
    this.#measured = context.experiment;
    this.#id = id;
    this.#planned = planned;
    this.#plan = loadPlan(context.experiment.load, planned.cell);
    this.#ceilingPerWorker = context.ceilingPerWorker(planned.cell);
    this.#record = new TrialRecord(
      this.#plan,
      this.#ceilingPerWorker,
      thinkTimeOf(context.experiment.load),
    );
    this.#machines = new MachineRecords(this.#plan);
    this.#watched = new WatchedRecords(context.watch, context.clock);
    this.#intervals = new IntervalBuilder(
      (interval) => this.#onInterval(interval),
      new StolenTimeWatch(),
      this.#plan.secondsAreRounds,
    );
  }

  /** Completed rounds; empty for a ramp, whose seconds are its points. */
  get rounds(): readonly Round[] {
    return this.#plan.secondsAreRounds ? [] : this.#record.rounds;
  }

  /** Whether its results can be trusted so far; null before its first measured second. */
  get health(): LiveHealth | null {
    return this.#health;
  }

  get running(): RunningTrial {
    const { load } = this.#context.experiment;
    const seconds = secondsOfRunning(load, this.#planned.cell, this.#record.warmUp);
    const extendedSeconds = this.#extendedMs / 1000;
    return {
      lengthSeconds: seconds === null ? null : seconds + extendedSeconds,
      warmUpAtMost: this.#warming && longestWarmUpSeconds(this.#warming),
      requests: endingCount(load),
      extendedSeconds,
      notExtendable: whyNotExtendable(load),
    };
  }

  /** Extends the measured window. @throws WirebenchError TRIAL_NOT_EXTENDABLE */
  extend(ms: number): void {
    const { load } = this.#context.experiment;
    const why = whyNotExtendable(load);
    if (why !== null) throw notExtendable(why);
    if (!this.#stint) {
      throw notExtendable(
        'The trial is not generating load yet; it can be extended as soon as it does.',
      );
    }
    this.#stint.extend(ms);
    this.#extendedMs += ms;
  }

  /** Never rejects: errors are in the result. */
  async run(): Promise<TrialResult> {
    renewRows(this.#context.experiment.custom?.data ?? []);
    try {
      const { experiment, stacks } = this.#context;
      const skipped = await stacks.whySkipped(experiment, this.#planned.cell);
      if (skipped === null) await this.#play(await this.#reachTarget());
      else {
        this.end('skipped');
        this.#notes.add(skipped);
      }
    } catch (error) {
      // A server that is no longer waited for is no failure.
      const isGivenUp = this.#early !== null && this.#target === null;
      if (!isGivenUp) this.#failure ??= toErrorReport(error);
    }
    this.#cancelDeath();
    try {
      return await this.#conclude();
    } finally {
      await this.#target?.stop();
    }
  }

  /** Ends the trial and keeps its measurements. */
  end(how: EarlyEnd): void {
    this.#early ??= how;
    this.#ended.abort();
    this.#stint?.stop();
  }

  /** @returns the verified target. */
  async #reachTarget(): Promise<TrialTarget> {
    const { experiment, home, folder, niceness, services, clock } = this.#context;
    const starting = startingWords(experiment, this.#planned, services);
    if (starting !== null) this.#context.activity(starting);
    const target = await reachTarget(experiment, this.#planned, {
      home,
      folder,
      niceness,
      cores: this.#cores().services,
      host: this.#context.pool.elsewhere?.host ?? '127.0.0.1',
      signal: this.#ended.signal,
      elsewhere: services,
      clock,
    });
    this.#target = target;
    target.onDeath((failure) => this.#onDeath(failure));
    await this.#checkTrialTarget(target);
    return target;
  }

  /** Single calls, which are excluded from load and results. */
  async #checkTrialTarget({ address, place, service }: TrialTarget): Promise<void> {
    if (this.#early) return;
    const { experiment, home, asker, silent } = this.#context;
    this.#context.activity('Checking the target');
    const { cell } = this.#planned;
    const { signal } = this.#ended;
    const outlined = (outline: AnswerOutline) => {
      this.#answer = outline;
    };
    const check = { experiment, cell, address, place, asker, home, signal, silent, outlined };
    const sent = await sendOnce(check);
    if ('experiment' in sent) this.#measured = sent.experiment;
    const wrong = 'wrong' in sent ? sent.wrong : await checkTrialTarget({ ...check, ...sent });
    this.#failure ??= wrong;
    this.#countedBefore = (await service?.measure())?.requests ?? 0;
  }

  #cores() {
    const { experiment } = this.#context;
    return corePlan(experiment.pinning, maxWorkers(experiment, availableParallelism()));
  }

  /** Plays stint after stint, each determined by the rounds before. */
  async #play(target: TrialTarget): Promise<void> {
    for (let played = 0; !this.#early && !this.#failure; played++) {
      const roundsBefore = this.#record.rounds.length;
      const stint = this.#plan.next(this.#record.rounds, played);
      if (!stint) return;
      await this.#playStint(stint, played, target);
      // Without a round the next stint cannot be determined.
      if (stint.rounds.length > 0 && this.#record.rounds.length === roundsBefore) return;
    }
  }

  async #playStint(stint: Stint, index: number, target: TrialTarget): Promise<void> {
    const { address, watch } = target;
    const { experiment, pool } = this.#context;
    const { elsewhere } = pool;
    const { workers, turns } = stintWorkers(experiment, this.#planned.cell, stint, elsewhere);
    const cores = elsewhere ? null : this.#cores().workers;
    this.#context.activity('Preparing the load workers');
    this.#record.beginStint(stint, workers);
    const runner = new StintRunner({
      pool,
      trial: this.#id,
      clock: this.#context.clock,
      stint,
      assignments: assignmentsOf(this.#measured, stint, {
        planned: this.#planned,
        address,
        workers,
        ...(turns && { turns }),
        index,
        cores,
      }),
      timeoutMs: experiment.timeout,
      window: new StintWindow(target, this.#context.energy.window()),
      started: (at) => this.#onStart(stint, at),
      tick: (tick) => this.#onTick(tick),
      machineTick: (machine, tick) =>
        this.#machines.add(machine, this.#moved(tick), watch?.health ?? null),
      failed: (error) => {
        this.#failure ??= error;
      },
      goesOn: experiment.onMachineLoss === 'continue',
      lost: (machine) => this.#machines.addLost(machine, this.#offsetMs),
    });
    this.#stint = runner;
    try {
      this.#stints.push(await runner.run());
    } finally {
      this.#stint = null;
      this.#intervals.flush(watch?.health ?? null);
      const extended = extensionNotes(experiment.load, this.#extendedMs, runner.endsApart);
      for (const note of [...runner.notes, ...extended, ...pool.takeNotes()]) this.#notes.add(note);
      this.#machines.endStint();
      if (this.#record.endRound()) this.#context.roundEnded();
    }
  }

  #onStart(stint: Stint, at: number): void {
    this.#machines.beginStint(stint, this.#context.pool.machines);
    this.#origin ??= at;
    this.#watched.begin(at);
    this.#offsetMs = Math.round(at - this.#origin);
    this.#intervals.begin();
    this.#warming = stint.steady ? stint : null;
    this.#context.activity(stint.steady ? warmingUp(stint, stint.steady) : stint.activity);
  }

  /** Shifts times to the start of the trial. */
  #moved(tick: Tick): Tick {
    const { startMs, endMs } = tick;
    return { ...tick, startMs: startMs + this.#offsetMs, endMs: endMs + this.#offsetMs };
  }

  #onTick(tick: Tick): void {
    const moved = this.#moved(tick);
    if (moved.phase === 'measured' && this.#warming) {
      const { activity } = this.#warming;
      this.#warming = null;
      this.#context.activity(activity);
    }
    this.#targetWatch.add(moved);
    const watch = this.#target?.watch ?? null;
    this.#intervals.add(moved, watch?.health ?? null);
    // A sliver of a few milliseconds, as the drain often is, would look like a collapse of throughput.
    if (moved.endMs - moved.startMs < shortestPointMs) return;
    this.#context.point(livePoint(this.#planned.index, moved, watch?.cores() ?? null));
  }

  #onInterval(interval: Interval): void {
    const roundEnded = this.#record.add(interval);
    this.#watched.addInterval(interval);
    this.#health = this.#healthSoFar();
    try {
      this.#context.interval(interval);
    } catch (error) {
      this.#failure ??= toErrorReport(error, 'STORE_WRITE_FAILED');
      this.#stint?.stop();
    }
    if (!roundEnded) return;
    if (this.#plan.hasSeenEnough(this.#record.rounds)) this.#stint?.stop();
    if (!this.#plan.secondsAreRounds) this.#context.roundEnded();
  }

  #healthSoFar(): LiveHealth | null {
    const { users } = this.#planned.cell;
    const refusal = this.#targetWatch.refusal(users ?? 1);
    if (refusal !== null) return refusedHealth(refusal);
    const soFar = this.#record.soFar(users ?? null);
    if (!soFar) return null;
    const judgement = doubtedForMachines(this.#machines, soFar.judgement);
    return liveHealth(judgement, soFar.utilization);
  }

  /** End of the service, or of a hop in front of it. */
  #onDeath(failure: ErrorReport): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#cancelDeath = this.#context.clock.after(afterDeathMs, () => this.#stint?.stop());
  }

  async #conclude(): Promise<TrialResult> {
    const { experiment } = this.#context;
    const final = (await this.#target?.service?.measure()) ?? null;
    if (final) this.#record.lastReport(final);
    const failure = reportable(this.#failure ?? this.#judged(), this.#measured);
    // The trial reports its end.
    await this.#target?.stop();
    await this.#watched.end();
    for (const note of this.#target?.notes ?? []) this.#notes.add(note);
    const log = this.#target?.service?.log ?? [];
    return trialResult(this.#record, {
      id: this.#id,
      planned: this.#planned,
      status: failure ? 'failed' : (this.#early ?? 'completed'),
      startedAt: this.#startedAt,
      endedAt: this.#context.clock.date().toISOString(),
      failure,
      stints: this.#stints,
      machines: this.#machines,
      serviceOn: this.#context.services?.machine ?? null,
      watched: this.#watched.results(),
      answer: this.#answer,
      serverCounted: final?.requests != null ? final.requests - this.#countedBefore : null,
      log,
      made: this.#target?.service?.made ?? null,
      thresholds: experiment.thresholds,
      thinkTimeMs: thinkTimeOf(experiment.load),
      ceilingPerWorker: this.#ceilingPerWorker,
      notes: [...this.#notes],
      energy: this.#context.energy.terms(),
      counts: workOfExperiment(experiment),
      remote: isServedElsewhere(experiment),
    });
  }

  /** Failure according to its outcomes. A trial that was stopped by the user is no failure. */
  #judged(): ErrorReport | null {
    if (this.#early) return null;
    const { experiment } = this.#context;
    const { total } = this.#record;
    return (
      noSuccess(total, experiment, this.#planned.cell) ??
      this.#targetWatch.lost(this.#planned.cell.users ?? 1) ??
      wrongAnswers(total, experiment)
    );
  }
}
