import type { ErrorCount } from '../contracts/measurement.ts';
import type { Tick } from '../contracts/worker-messages.ts';
import { Histogram } from '../engine/stats/histogram.ts';
import type { ByteMeter } from './byte-meter.ts';
import type { Failure } from './drivers/driver.ts';
import type { GeneratorHealth } from './generator-health.ts';
import type { Timeline } from './timeline.ts';

/** More kinds of error than this in one tick are counted under the code `OTHER`. */
const maxErrorCodes = 50;

export interface RecorderParts {
  readonly timeline: Timeline;
  readonly meter: ByteMeter;
  readonly health: Pick<GeneratorHealth, 'take'>;
  /** False when service time always equals latency; then only latency is kept. */
  readonly separateService: boolean;
  activeUsers(): number;
  emit(tick: Tick): void;
}

/** Counts outcomes by the stretch of the timeline in which they came; sends each stretch on as a tick. */
export class Recorder {
  readonly #parts: RecorderParts;
  readonly #latency = new Histogram();
  readonly #service = new Histogram();
  #ok = 0;
  #failed = 0;
  #errors = new Map<string, ErrorCount>();
  #measured = 0;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Outcomes, good or bad, in the measured window so far. */
  get measured(): number {
    return this.#measured;
  }

  /** A success at `now`; times in milliseconds (`now` from the start of the trial). */
  success(now: number, latencyMs: number, serviceMs: number): void {
    if (now >= this.#parts.timeline.current.end) this.roll(now);
    this.#latency.record(latencyMs * 1000);
    if (this.#parts.separateService) this.#service.record(serviceMs * 1000);
    this.#ok++;
    this.#countMeasured();
  }

  failure(now: number, failure: Failure): void {
    if (now >= this.#parts.timeline.current.end) this.roll(now);
    this.#failed++;
    this.#countMeasured();
    const known = this.#errors.get(`${failure.kind} ${failure.code}`);
    if (known) known.count++;
    else this.#countNewError(failure);
  }

  /** Ends every stretch that lies before `now`. */
  roll(now: number): void {
    while (now >= this.#parts.timeline.current.end) this.#emit(this.#parts.timeline.current.end);
  }

  /** Ends the current stretch at `now`, at the end of the trial. */
  finish(now: number): void {
    this.roll(now);
    if (now > this.#parts.timeline.current.start) this.#emit(now);
  }

  #countNewError({ kind, code, message }: Failure): void {
    const kept = this.#errors.size < maxErrorCodes ? code : 'OTHER';
    const known = this.#errors.get(`${kind} ${kept}`);
    if (known) known.count++;
    else this.#errors.set(`${kind} ${kept}`, { kind, code: kept, count: 1, message });
  }

  #countMeasured(): void {
    if (this.#parts.timeline.current.phase === 'measured') this.#measured++;
  }

  #emit(endMs: number): void {
    const { timeline, meter, health, separateService } = this.#parts;
    const { phase, start } = timeline.current;
    const bytes = meter.take();
    this.#parts.emit({
      phase,
      startMs: start,
      endMs,
      users: this.#parts.activeUsers(),
      ok: this.#ok,
      failed: this.#failed,
      latency: this.#latency.toData(),
      service: separateService ? this.#service.toData() : null,
      errors: [...this.#errors.values()],
      bytesSent: bytes.sent,
      bytesReceived: bytes.received,
      health: health.take(),
    });
    this.#ok = 0;
    this.#failed = 0;
    this.#latency.reset();
    this.#service.reset();
    this.#errors = new Map();
    timeline.advance();
  }
}
