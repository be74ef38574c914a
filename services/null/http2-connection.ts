import type { Duplex } from 'node:stream';
import {
  defaultMaxFrame,
  defaultWindow,
  frame,
  frameHeaderBytes,
  http2Flags,
  http2FrameTypes,
  preface,
  settingIds,
} from '../../protocols/http2/frames.ts';
import type { AnswerForm } from './http2-answers.ts';
import { serverOpening, settingsAck, windowUpdate } from './http2-frames.ts';
import { Outbox } from './outbox.ts';
import { type ClientLimits, type OpenCall, SlowAnswers } from './slow-answers.ts';

const outbox = new Outbox();
const noBytes = Buffer.alloc(0);
/** The connection's window is replenished when this much of it has been used. */
const topUpAfter = 2 ** 29;

/**
 * One client of a null service: every call, whatever its path, is answered in the same form. Header blocks
 * are not decoded; framing errors end the connection.
 */
export class NullHttp2Connection {
  readonly #socket: Duplex;
  readonly #form: AnswerForm;
  readonly #countAnswer: () => void;
  readonly #open = new Map<number, OpenCall>();
  readonly #limits: ClientLimits = {
    window: defaultWindow,
    initialWindow: defaultWindow,
    maxFrame: defaultMaxFrame,
  };
  readonly #slow: SlowAnswers;
  #rest: Buffer = noBytes;
  #greeted = false;
  #received = 0;

  constructor(socket: Duplex, form: AnswerForm, countAnswer: () => void) {
    this.#socket = socket;
    this.#form = form;
    this.#countAnswer = countAnswer;
    this.#slow = new SlowAnswers(this.#limits, form, socket);
    socket.write(serverOpening);
  }

  /**
   * Processes the octets of one read, and answers with one write. Kept octets are copied: the next read may
   * overwrite them.
   */
  take(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = this.#greeted ? 0 : this.#greet(bytes);
    for (let next = this.#frame(bytes, at); next > at; next = this.#frame(bytes, at)) at = next;
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : noBytes;
    outbox.flush(this.#socket);
  }

  #greet(bytes: Buffer): number {
    if (bytes.length < preface.length) return 0;
    this.#greeted = bytes.subarray(0, preface.length).equals(preface);
    if (!this.#greeted) this.#socket.destroy();
    return preface.length;
  }

  /** @returns the end of the frame at `at`, or `at` if it is incomplete. */
  #frame(bytes: Buffer, at: number): number {
    const from = at + frameHeaderBytes;
    if (!this.#greeted || from > bytes.length) return at;
    const length = bytes.readUIntBE(at, 3);
    if (length > defaultMaxFrame) this.#socket.destroy();
    const end = from + length;
    if (end > bytes.length) return at;
    this.#take(
      bytes[at + 3] ?? 0,
      bytes[at + 4] ?? 0,
      bytes.readUInt32BE(at + 5),
      bytes,
      from,
      end,
    );
    return end;
  }

  #take(
    type: number,
    frameFlags: number,
    stream: number,
    bytes: Buffer,
    from: number,
    end: number,
  ): void {
    if (type === http2FrameTypes.data) this.#onData(frameFlags, stream, bytes, from, end);
    else if (type === http2FrameTypes.headers) this.#onHeaders(frameFlags, stream);
    else if (type === http2FrameTypes.windowUpdate) this.#onWindowUpdate(stream, bytes, from, end);
    else if (type === http2FrameTypes.settings) this.#onSettings(frameFlags, bytes, from, end);
    else if (type === http2FrameTypes.ping && !(frameFlags & http2Flags.ack))
      outbox.add(
        this.#socket,
        frame(http2FrameTypes.ping, http2Flags.ack, 0, bytes.subarray(from, end)),
      );
    else if (type === http2FrameTypes.rstStream) this.#forget(stream);
  }

  #onHeaders(frameFlags: number, stream: number): void {
    const call = { stream, window: this.#limits.initialWindow, parts: [] };
    if (frameFlags & http2Flags.endStream) this.#answer(call, noBytes, 0, 0);
    else this.#open.set(stream, call);
  }

  #onData(
    frameFlags: number,
    stream: number,
    bytes: Buffer,
    start: number,
    frameEnd: number,
  ): void {
    this.#received += frameEnd - start;
    if (this.#received >= topUpAfter) {
      outbox.add(this.#socket, windowUpdate(this.#received));
      this.#received = 0;
    }
    const call = this.#open.get(stream);
    if (!call) return;
    const from = frameFlags & http2Flags.padded ? start + 1 : start;
    const end = frameFlags & http2Flags.padded ? frameEnd - (bytes[start] ?? 0) : frameEnd;
    if (!(frameFlags & http2Flags.endStream)) {
      if (this.#form.message === null) call.parts.push(Buffer.from(bytes.subarray(from, end)));
      return;
    }
    this.#open.delete(stream);
    if (call.parts.length === 0) {
      this.#answer(call, bytes, from, end);
      return;
    }
    const message = Buffer.concat([...call.parts, bytes.subarray(from, end)]);
    this.#answer(call, message, 0, message.length);
  }

  /** @param request contains the call's message, from `from` to `end`. */
  #answer(call: OpenCall, request: Buffer, from: number, end: number): void {
    const { message } = this.#form;
    if (message === null) this.#send(call, request, from, end);
    else this.#send(call, message, 0, message.length);
  }

  #send(call: OpenCall, message: Buffer, from: number, end: number): void {
    const limits = this.#limits;
    const length = end - from;
    const atOnce = Math.min(limits.window, call.window, limits.maxFrame);
    this.#countAnswer();
    if (length > atOnce || !this.#slow.none || !outbox.fits(this.#form, length)) {
      outbox.flush(this.#socket);
      this.#slow.begin(call, Buffer.from(message.subarray(from, end)));
      return;
    }
    limits.window -= length;
    outbox.addAnswer(this.#socket, this.#form, call.stream, message, from, end);
  }

  #onWindowUpdate(stream: number, bytes: Buffer, from: number, end: number): void {
    if (end - from !== 4) return;
    const increment = bytes.readUInt32BE(from);
    const call = this.#open.get(stream) ?? this.#slow.callOf(stream);
    if (stream === 0) this.#limits.window += increment;
    else if (call) call.window += increment;
    this.#resume();
  }

  #onSettings(frameFlags: number, bytes: Buffer, from: number, end: number): void {
    if (frameFlags & http2Flags.ack) return;
    for (let at = from; at + 6 <= end; at += 6)
      this.#set(bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2));
    outbox.add(this.#socket, settingsAck);
    this.#resume();
  }

  #set(id: number, value: number): void {
    const limits = this.#limits;
    if (id === settingIds.maxFrameSize) limits.maxFrame = value;
    if (id !== settingIds.initialWindowSize) return;
    const growth = value - limits.initialWindow;
    limits.initialWindow = value;
    for (const call of this.#open.values()) call.window += growth;
    this.#slow.widen(growth);
  }

  #resume(): void {
    if (this.#slow.none) return;
    outbox.flush(this.#socket);
    this.#slow.resume();
  }

  #forget(stream: number): void {
    this.#open.delete(stream);
    this.#slow.cancel(stream);
  }
}
