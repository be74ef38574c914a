import type { Tick } from '../contracts/worker-messages.ts';
import { Histogram } from '../engine/stats/histogram.ts';
import type { ByteMeter } from './byte-meter.ts';
import type { Failure } from './drivers/driver.ts';
import { ErrorTally } from './error-tally.ts';
import type { GeneratorHealth } from './generator-health.ts';
import type { Timeline } from './timeline.ts';

/** A tick has the level of the profile just before its end, where a jump may be. */
const beforeJumpMs = 1e-6;

/** Records outcomes of requests. `now` is milliseconds from the start of the stint and never decreases. */
export interface Recording {
  /** Outcomes, successful or not, in the measured window so far. */
  readonly measured: number;
  /** @returns whether that took longer than usual, so that `now` is outdated. */
  success(now: number, latencyMs: number, serviceMs: number): boolean;
  failure(now: number, failure: Failure): boolean;
  /** The last answer was compared with the expected one. */
  checked(isWrong: boolean): void;
  /** An arrival of open load was not sent. */
  drop(now: number): void;
  /** Lateness of an arrival of open load against its intended start. */
  lag(now: number, lagMs: number): void;
  /** Ends every stretch before `now`. */
  roll(now: number): void;
  /** Ends the current stretch at `now`, at the end of the stint. */
  finish(now: number): void;
}

export interface RecorderParts {
  readonly timeline: Timeline;
  readonly meter: ByteMeter;
  readonly health: Pick<GeneratorHealth, 'answered' | 'take'>;
  /** False if service time always equals latency; then only latency is kept. */
  readonly separateService: boolean;
  activeUsers(): number;
  /** Intended arrivals per second at a time; null in closed load. */
  readonly rateAt: ((ms: number) => number) | null;
  emit(tick: Tick): void;
}

/** Counts outcomes by their stretch of the timeline; sends each stretch as a tick. */
export class Recorder implements Recording {
  readonly #parts: RecorderParts;
  readonly #timeline: Timeline;
  readonly #latency = new Histogram();
  readonly #service: Histogram | null;
  readonly #lag: Histogram | null;
  #ok = 0;
  #failed = 0;
  #dropped = 0;
  readonly #errors = new ErrorTally();
  #checked = 0;
  #wrong = 0;
  #measured = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#timeline = parts.timeline;
    this.#service = parts.separateService ? new Histogram() : null;
    this.#lag = parts.rateAt ? new Histogram() : null;
  }

  get measured(): number {
    return this.#measured;
  }

  success(now: number, latencyMs: number, serviceMs: number): boolean {
    const rolled = now >= this.#timeline.current.end;
    if (rolled) this.roll(now);
    this.#parts.health.answered(now, latencyMs);
    this.#latency.record(latencyMs * 1000);
    this.#service?.record(serviceMs * 1000);
    this.#ok++;
    this.#countMeasured();
    return rolled;
  }

  failure(now: number, failure: Failure): boolean {
    this.roll(now);
    this.#failed++;
    this.#countMeasured();
    this.#errors.add(failure);
    return true;
  }

  checked(isWrong: boolean): void {
    this.#checked++;
    if (isWrong) this.#wrong++;
  }

  drop(now: number): void {
    this.roll(now);
    this.#dropped++;
  }

  lag(now: number, lagMs: number): void {
    if (now >= this.#timeline.current.end) this.roll(now);
    this.#lag?.record(lagMs * 1000);
  }

  roll(now: number): void {
    while (now >= this.#timeline.current.end) this.#emit(this.#timeline.current.end);
  }

  finish(now: number): void {
    this.roll(now);
    if (now > this.#timeline.current.start) this.#emit(now);
  }

  #countMeasured(): void {
    if (this.#timeline.current.phase === 'measured') this.#measured++;
  }

  #rate(endMs: number): number | null {
    const { rateAt } = this.#parts;
    if (!rateAt) return null;
    return this.#timeline.current.phase === 'drain' ? 0 : rateAt(endMs - beforeJumpMs);
  }

  #emit(endMs: number): void {
    const { meter, health } = this.#parts;
    const { phase, round, start } = this.#timeline.current;
    const bytes = meter.take();
    this.#parts.emit({
      phase,
      round,
      startMs: start,
      endMs,
      users: this.#parts.activeUsers(),
      ok: this.#ok,
      failed: this.#failed,
      dropped: this.#dropped,
      rate: this.#rate(endMs),
      latency: this.#latency.toData(),
      service: this.#service?.toData() ?? null,
      lag: this.#lag?.toData() ?? null,
      errors: this.#errors.counts,
      checked: { answers: this.#checked, wrong: this.#wrong },
      bytesSent: bytes.sent,
      bytesReceived: bytes.received,
      opened: meter.takeOpened(),
      health: health.take(),
    });
    this.#reset();
    this.#timeline.advance();
  }

  #reset(): void {
    this.#ok = 0;
    this.#failed = 0;
    this.#dropped = 0;
    this.#latency.reset();
    this.#service?.reset();
    this.#lag?.reset();
    this.#errors.reset();
    this.#checked = 0;
    this.#wrong = 0;
  }
}

/** Counts outcomes in the window only: for measuring the cost of recording. */
export class CountingRecorder implements Recording {
  readonly #timeline: Timeline;
  #measured = 0;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  get measured(): number {
    return this.#measured;
  }

  success(now: number): boolean {
    this.roll(now);
    if (this.#timeline.current.phase === 'measured') this.#measured++;
    return false;
  }

  failure(now: number): boolean {
    return this.success(now);
  }

  checked(): void {}
  drop(): void {}
  lag(): void {}

  roll(now: number): void {
    while (now >= this.#timeline.current.end) this.#timeline.advance();
  }

  finish(now: number): void {
    this.roll(now);
  }
}
