import type { Writable } from 'node:stream';
import {
  frameHeaderBytes,
  http2Flags,
  http2FrameTypes,
  writeFrameHeader,
} from '../../protocols/http2/frames.ts';
import type { AnswerForm } from './http2-answers.ts';

/** A call without an answer yet. */
export interface OpenCall {
  readonly stream: number;
  /** Remaining window of this stream. */
  window: number;
  /** Parts of the request, as received. */
  readonly parts: Buffer[];
}

interface SlowAnswer {
  readonly call: OpenCall;
  readonly message: Buffer;
  sent: number;
}

/** The client's windows and limits on a connection. */
export interface ClientLimits {
  window: number;
  initialWindow: number;
  maxFrame: number;
}

/** Answers that need several frames or wait for the client's windows: correct, not fast. */
export class SlowAnswers {
  readonly #limits: ClientLimits;
  readonly #form: AnswerForm;
  readonly #write: (bytes: Buffer) => void;
  readonly #waiting = new Map<number, SlowAnswer>();

  constructor(limits: ClientLimits, form: AnswerForm, to: Writable) {
    this.#limits = limits;
    this.#form = form;
    this.#write = (bytes) => to.write(bytes);
  }

  get none(): boolean {
    return this.#waiting.size === 0;
  }

  begin(call: OpenCall, message: Buffer): void {
    const { head: whole } = this.#form;
    const head = Buffer.from(whole.subarray(0, whole.length - frameHeaderBytes));
    head.writeUInt32BE(call.stream, 5);
    this.#write(head);
    this.#waiting.set(call.stream, { call, message, sent: 0 });
    this.resume();
  }

  cancel(stream: number): void {
    this.#waiting.delete(stream);
  }

  /** The client's windows may have grown: sends as much as they now allow. */
  resume(): void {
    for (const answer of this.#waiting.values()) {
      while (this.#sendPart(answer));
    }
  }

  widen(growth: number): void {
    for (const { call } of this.#waiting.values()) call.window += growth;
  }

  /** @returns the call of a waiting answer. */
  callOf(stream: number): OpenCall | undefined {
    return this.#waiting.get(stream)?.call;
  }

  /** @returns whether there may be more to send now. */
  #sendPart(answer: SlowAnswer): boolean {
    const { call, message } = answer;
    const left = message.length - answer.sent;
    const length = Math.min(left, this.#limits.window, call.window, this.#limits.maxFrame);
    if (length <= 0 && left > 0) return false;
    const isLast = length === left;
    const endStream = isLast && this.#form.end.length === 0 ? http2Flags.endStream : 0;
    const head = Buffer.alloc(frameHeaderBytes);
    const { stream } = call;
    writeFrameHeader(head, 0, { length, type: http2FrameTypes.data, flags: endStream, stream });
    this.#write(head);
    this.#write(message.subarray(answer.sent, answer.sent + length));
    answer.sent += length;
    call.window -= length;
    this.#limits.window -= length;
    if (isLast) this.#finish(call.stream);
    return !isLast;
  }

  #finish(stream: number): void {
    this.#waiting.delete(stream);
    if (this.#form.end.length === 0) return;
    const end = Buffer.from(this.#form.end);
    end.writeUInt32BE(stream, 5);
    this.#write(end);
  }
}
