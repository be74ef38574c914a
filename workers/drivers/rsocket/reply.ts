import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import { Assembly } from '../../../protocols/rsocket/assembly.ts';
import type { FrameView } from '../../../protocols/rsocket/frame-view.ts';
import { rsocketFlags } from '../../../protocols/rsocket/frames.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { HeldOctets } from '../kept-body.ts';

/** Longest answer, over all payloads of a stream. */
const maxAnswerBytes = 256 * 1024 * 1024;

const tooLong = protocolFailure('RSOCKET_LENGTH', `An answer of more than ${maxAnswerBytes} bytes`);
const noPayload = protocolFailure('RSOCKET_EMPTY', 'The answer was completed without a payload');
const nothing = protocolFailure(
  'RSOCKET_PAYLOAD',
  'A PAYLOAD that neither brings nor ends anything',
);
const cutShort = protocolFailure('RSOCKET_FRAGMENT', 'The last fragment of a payload is missing');

/** Collects the payloads of one answer; reused for the next. */
export class RSocketReply {
  readonly #assembly = new Assembly(maxAnswerBytes);
  #streams = false;
  #keep = false;
  #size = 0;
  #payloads = 0;
  #inFragments = false;
  #kept: Buffer[] = [];
  readonly #held: HeldOctets;

  constructor(memory?: MemoryBudget) {
    this.#held = new HeldOctets(memory);
  }

  /**
   * Resets.
   * @param streams whether more than one payload may follow.
   * @param keep whether the payloads will be needed.
   */
  reset(streams: boolean, keep: boolean): void {
    this.clear();
    this.#streams = streams;
    this.#keep = keep;
    this.#size = 0;
    this.#payloads = 0;
  }

  /** Releases the payloads, which stay valid for their readers. */
  clear(): void {
    if (this.#inFragments) this.#assembly.clear();
    this.#inFragments = false;
    if (this.#kept.length > 0) this.#kept = [];
    this.#held.clear();
  }

  /** Octets of data so far. */
  get size(): number {
    return this.#size;
  }

  /** Copies of the payloads' data; empty unless kept. */
  get payloads(): readonly Buffer[] {
    return this.#kept;
  }

  /** Processes a PAYLOAD. @returns the failure it reveals, true if the answer is complete, otherwise false. */
  take(frame: FrameView): Failure | boolean {
    const octets = frame.dataEnd - frame.dataStart;
    this.#size += octets;
    if (this.#size > maxAnswerBytes) return tooLong;
    const full = this.#keep ? this.#hold(octets, frame.has(rsocketFlags.follows)) : null;
    if (full) return full;
    const complete = frame.has(rsocketFlags.complete);
    if (this.#inFragments || frame.has(rsocketFlags.follows)) return this.#takeFragment(frame);
    if (!frame.has(rsocketFlags.next)) return complete ? this.#end() : nothing;
    if (this.#keep)
      this.#kept.push(Buffer.from(frame.bytes.subarray(frame.dataStart, frame.dataEnd)));
    return this.#took(complete);
  }

  /** Each payload needs an object, even if empty. */
  #hold(octets: number, isUnfinished: boolean): Failure | null {
    return isUnfinished ? this.#held.add(octets) : this.#held.addPiece(octets);
  }

  #takeFragment(frame: FrameView): Failure | boolean {
    if (this.#inFragments && isBareEnd(frame)) return cutShort;
    const problem = this.#keep ? this.#assembly.add(frame) : null;
    if (problem) return protocolFailure('RSOCKET_FRAGMENT', `The service sent ${problem}`);
    this.#inFragments = frame.has(rsocketFlags.follows);
    if (this.#inFragments) return false;
    if (this.#keep) this.#kept.push(this.#assembly.take().data);
    return this.#took(frame.has(rsocketFlags.complete));
  }

  /** A payload is complete. The only payload of a request-response ends it, flagged or not. */
  #took(complete: boolean): boolean {
    this.#payloads++;
    return complete || !this.#streams;
  }

  #end(): Failure | true {
    return this.#streams || this.#payloads > 0 ? true : noPayload;
  }
}

/** The stream ended where the last fragment of a payload was due. */
function isBareEnd(frame: FrameView): boolean {
  const isEmpty = !frame.has(rsocketFlags.next) && frame.dataEnd === frame.dataStart;
  return isEmpty && frame.has(rsocketFlags.complete) && !frame.has(rsocketFlags.follows);
}
