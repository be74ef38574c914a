import { isDeepStrictEqual } from 'node:util';
import type { Verify } from '../contracts/words.ts';
import type { Product } from '../contracts/workloads/product.ts';
import type { Failure, ReplySource } from './drivers/driver.ts';
import { messageOf } from './drivers/failures.ts';

const firstDecoded = 4;
const sampleEvery = 100;

/** Looks at answers. */
export interface Checking {
  /** Whether the next answer is to be decoded. */
  wantsReply(): boolean;
  /** @returns why the answer is wrong, or null. */
  check(size: number, reply: ReplySource | null): Failure | null;
}

/** Takes every answer as it is: for measuring what checking costs. */
export const unchecked: Checking = { wantsReply: () => false, check: () => null };

/**
 * Checks answers: every one for its size, which equal answers share, and some or all of them
 * decoded and compared with what the operation must return.
 */
export class Verifier implements Checking {
  readonly #mode: Verify;
  readonly #expected: Product;
  #size: number | null = null;
  #asked = 0;

  constructor(mode: Verify, expected: Product) {
    this.#mode = mode;
    this.#expected = expected;
  }

  /** All, none, or the first few and one in a hundred. */
  wantsReply(): boolean {
    if (this.#mode !== 'sample') return this.#mode === 'all';
    const count = this.#asked++;
    return count < firstDecoded || count % sampleEvery === 0;
  }

  check(size: number, reply: ReplySource | null): Failure | null {
    const failure = reply && this.#compare(reply);
    if (failure) return failure;
    if (this.#size === null || reply) {
      this.#size = size;
      return null;
    }
    if (size === this.#size) return null;
    return mismatch('SIZE', `The answer is ${size} bytes long, those before it were ${this.#size}`);
  }

  #compare(reply: ReplySource): Failure | null {
    let product: Product;
    try {
      product = reply();
    } catch (error) {
      return mismatch('UNDECODABLE', `The answer cannot be decoded: ${messageOf(error)}`);
    }
    if (isDeepStrictEqual(product, this.#expected)) return null;
    const field = (['id', 'name', 'description'] as const).find(
      (key) => product[key] !== this.#expected[key],
    );
    return mismatch(
      'CONTENT',
      `The answer has another ${field ?? 'shape'} than the operation must return`,
    );
  }
}

function mismatch(code: string, message: string): Failure {
  return { kind: 'mismatch', code, message };
}
