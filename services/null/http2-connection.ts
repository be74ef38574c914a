import type { Duplex } from 'node:stream';
import type { AnswerForm } from './http2-answers.ts';
import {
  ack,
  clientPreface,
  endStream,
  firstMaxFrame,
  firstWindow,
  frameType,
  headerLength,
  makeFrame,
  padded,
  serverOpening,
  settingsAck,
  windowUpdate,
} from './http2-frames.ts';
import { Outbox } from './outbox.ts';
import { type ClientLimits, type OpenCall, SlowAnswers } from './slow-answers.ts';

const outbox = new Outbox();
const noBytes = Buffer.alloc(0);
/** The connection's window is topped up when this much of it has been used. */
const topUpAfter = 2 ** 29;

/**
 * One client of a null service: every call, whatever its path, is answered in the same form.
 * Header blocks are not looked at; what breaks the framing ends the connection.
 */
export class NullHttp2Connection {
  readonly #socket: Duplex;
  readonly #form: AnswerForm;
  readonly #countAnswer: () => void;
  readonly #open = new Map<number, OpenCall>();
  readonly #limits: ClientLimits = {
    window: firstWindow,
    initialWindow: firstWindow,
    maxFrame: firstMaxFrame,
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
   * Takes what one read brought, and answers it with one write. What is kept of it is copied: the
   * next read may overwrite it.
   */
  take(chunk: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = this.#greeted ? 0 : this.#greet(bytes);
    for (let next = this.#frame(bytes, at); next > at; next = this.#frame(bytes, at)) at = next;
    this.#rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : noBytes;
    outbox.flush(this.#socket);
  }

  #greet(bytes: Buffer): number {
    if (bytes.length < clientPreface.length) return 0;
    this.#greeted = bytes.subarray(0, clientPreface.length).equals(clientPreface);
    if (!this.#greeted) this.#socket.destroy();
    return clientPreface.length;
  }

  /** @returns where the frame at `at` ends, or `at` when it is not whole. */
  #frame(bytes: Buffer, at: number): number {
    const from = at + headerLength;
    if (!this.#greeted || from > bytes.length) return at;
    const length = bytes.readUIntBE(at, 3);
    if (length > firstMaxFrame) this.#socket.destroy();
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
    flags: number,
    stream: number,
    bytes: Buffer,
    from: number,
    end: number,
  ): void {
    if (type === frameType.data) this.#onData(flags, stream, bytes, from, end);
    else if (type === frameType.headers) this.#onHeaders(flags, stream);
    else if (type === frameType.windowUpdate) this.#onWindowUpdate(stream, bytes, from, end);
    else if (type === frameType.settings) this.#onSettings(flags, bytes, from, end);
    else if (type === frameType.ping && !(flags & ack))
      outbox.add(this.#socket, makeFrame(frameType.ping, ack, 0, bytes.subarray(from, end)));
    else if (type === frameType.rstStream) this.#forget(stream);
  }

  #onHeaders(flags: number, stream: number): void {
    const call = { stream, window: this.#limits.initialWindow, parts: [] };
    if (flags & endStream) this.#answer(call, noBytes, 0, 0);
    else this.#open.set(stream, call);
  }

  #onData(flags: number, stream: number, bytes: Buffer, start: number, frameEnd: number): void {
    this.#received += frameEnd - start;
    if (this.#received >= topUpAfter) {
      outbox.add(this.#socket, windowUpdate(this.#received));
      this.#received = 0;
    }
    const call = this.#open.get(stream);
    if (!call) return;
    const from = flags & padded ? start + 1 : start;
    const end = flags & padded ? frameEnd - (bytes[start] ?? 0) : frameEnd;
    if (!(flags & endStream)) {
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

  /** @param request holds what the call brought, from `from` to `end`. */
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

  #onSettings(flags: number, bytes: Buffer, from: number, end: number): void {
    if (flags & ack) return;
    for (let at = from; at + 6 <= end; at += 6)
      this.#set(bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2));
    outbox.add(this.#socket, settingsAck);
    this.#resume();
  }

  #set(id: number, value: number): void {
    const limits = this.#limits;
    if (id === 5) limits.maxFrame = value;
    if (id !== 4) return;
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
