import type { ErrorReport } from '../../contracts/errors.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { formatCount, groupDigits } from '../../metrics/format.ts';

/** A shorter silence at the end of a trial may be chance. */
const shortestMs = 500;

/**
 * Detects a target that answered and then stopped accepting connections, as when unplugged:
 * from the last success on there are only failed connection attempts.
 */
export class TargetWatch {
  #answered = false;
  /** Since the last success. */
  #silentMs = 0;
  #attempts = 0;
  /** Time of the last success from the start of the trial, in milliseconds. */
  #lastSuccessMs = 0;
  #message = '';

  /** @param tick with times from the start of the trial. */
  add(tick: Tick): void {
    if (tick.ok > 0) {
      this.#answered = true;
      this.#silentMs = 0;
      this.#attempts = 0;
      this.#lastSuccessMs = tick.endMs;
      return;
    }
    this.#silentMs += tick.endMs - tick.startMs;
    for (const { kind, count, message } of tick.errors) {
      if (kind !== 'connect') continue;
      this.#attempts += count;
      this.#message = message;
    }
  }

  /**
   * Failure of the trial; null while the target may be there.
   * @param users each of them must have tried to connect.
   */
  lost(users: number): ErrorReport | null {
    if (!this.#answered || !this.#isRefusing(users)) return null;
    const at = groupDigits(this.#lastSuccessMs / 1000, 1);
    return {
      code: 'TARGET_LOST',
      message: `The target stopped accepting connections ${at} s into the trial: from then on ${formatCount(this.#attempts)} attempts to connect failed, and none succeeded (${this.#message}). The results up to then are kept.`,
    };
  }

  /**
   * Sentence about a target that currently accepts no connection; null otherwise.
   * @param users each of them must have tried to connect.
   */
  refusal(users: number): string | null {
    if (!this.#isRefusing(users)) return null;
    const since = groupDigits(this.#lastSuccessMs / 1000, 1);
    const from = this.#answered
      ? `for ${groupDigits(this.#silentMs / 1000, 1)} s, since ${since} s into the trial`
      : 'from the start';
    return `The target has accepted no connection ${from}: ${formatCount(this.#attempts)} attempts failed (${this.#message}).`;
  }

  #isRefusing(users: number): boolean {
    return this.#attempts >= users && this.#silentMs >= shortestMs;
  }
}
