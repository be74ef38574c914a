import type { Verify } from '../contracts/words.ts';
import type { Message } from '../workloads/description.ts';
import type { ShapeRequests } from '../workloads/workload.ts';
import type { Failure, ReplySource } from './drivers/driver.ts';
import { mismatchFailure, undecodableFailure } from './drivers/failures.ts';

const firstDecoded = 4;
const sampleEvery = 100;

/** Checks answers. */
export interface Checking {
  /** Whether the next answer should be decoded. */
  wantsReply(): boolean;
  /** @returns why the answer to `request` is wrong, or null. */
  check(request: Message, size: number, reply: ReplySource | null): Failure | null;
}

/** A request with its verified answer. */
export interface RightCall {
  readonly request: Message;
  readonly answer: Message;
}

/** Accepts every answer: for measuring the cost of checking. */
export const unchecked: Checking = { wantsReply: () => false, check: () => null };

/**
 * Checks answers: every one for its size, if right answers share one, and some or all of them decoded and
 * judged by the workload.
 */
export class Verifier implements Checking {
  readonly #mode: Verify;
  readonly #requests: Pick<ShapeRequests, 'judge' | 'sameLength'>;
  #size: number | null = null;
  #asked = 0;
  readonly #keepsFirst: boolean;
  #firstRight: RightCall | null = null;

  /** @param keepsFirst whether {@link firstRight} is needed, whose messages are kept until the end. */
  constructor(
    mode: Verify,
    requests: Pick<ShapeRequests, 'judge' | 'sameLength'>,
    keepsFirst = false,
  ) {
    this.#mode = mode;
    this.#requests = requests;
    this.#keepsFirst = keepsFirst;
  }

  /** The first call with a decoded right answer; null before, and if it is not kept. */
  get firstRight(): RightCall | null {
    return this.#firstRight;
  }

  /** All, none, or the first few and one in a hundred. */
  wantsReply(): boolean {
    if (this.#mode !== 'sample') return this.#mode === 'all';
    const count = this.#asked++;
    return count < firstDecoded || count % sampleEvery === 0;
  }

  check(request: Message, size: number, reply: ReplySource | null): Failure | null {
    const failure = reply && this.#compare(request, reply);
    if (failure) return failure;
    if (this.#size === null || reply || !this.#requests.sameLength) {
      this.#size = size;
      return null;
    }
    if (size === this.#size) return null;
    return mismatchFailure(
      'SIZE',
      `The answer is ${size} bytes long, those before it were ${this.#size}`,
    );
  }

  #compare(request: Message, reply: ReplySource): Failure | null {
    let answer: Message;
    try {
      answer = reply();
    } catch (error) {
      return undecodableFailure(error);
    }
    const wrong = this.#requests.judge(request, answer);
    if (wrong !== null) return mismatchFailure('CONTENT', wrong);
    if (this.#keepsFirst) this.#firstRight ??= { request, answer };
    return null;
  }
}
