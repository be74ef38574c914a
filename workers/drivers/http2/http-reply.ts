import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { encodedFailure, statusFailure } from '../http/status.ts';
import { KeptBody } from '../kept-body.ts';
import { lateStatus, noResponse, noStatus, openTrailers } from './grpc-head.ts';
import type { StreamReply } from './reply.ts';
import type { ReplyHead } from './reply-head.ts';

const maxBodyBytes = 256 * 1024 * 1024;
/** Maximum of a refusal's body, kept for its explanation. */
const maxReasonBytes = 64 * 1024;

const tooLong = protocolFailure(
  'HTTP_BODY',
  `The response body is longer than ${maxBodyBytes} bytes`,
);

/** The answer to a request for a resource: a status and a body. */
class HttpReply implements StreamReply {
  #keep = false;
  /** 0 until the headers of the final response have arrived: informational ones (1xx) may precede it. */
  #status = 0;
  #pool = false;
  #coding: string | null = null;
  #announced: number | null = null;
  #received = 0;
  readonly #kept = new KeptBody();
  readonly #bodiless: boolean;
  readonly #undoes: (coding: string) => boolean;

  constructor(bodiless: boolean, undoes: (coding: string) => boolean) {
    this.#bodiless = bodiless;
    this.#undoes = undoes;
  }

  reset(keep: boolean): void {
    this.#keep = keep;
    this.#status = 0;
    this.#received = 0;
    this.#kept.clear();
  }

  get size(): number {
    return this.#received;
  }

  get content(): Buffer {
    return this.#kept.content;
  }

  clear(): void {
    this.#kept.clear();
  }

  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    const { problem, httpStatus, contentLength, pool, coding } = head;
    if (problem) return problem;
    if (this.#status !== 0) {
      if (httpStatus !== null) return lateStatus;
      return endStream ? null : openTrailers;
    }
    if (httpStatus === null) return noStatus;
    if (httpStatus < 200) return endStream ? noResponse : null;
    this.#status = httpStatus;
    this.#announced = contentLength;
    this.#pool = pool;
    this.#coding = coding;
    return null;
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    if (this.#status === 0) return noResponse;
    this.#received += end - start;
    if (this.#received > maxBodyBytes) return tooLong;
    const isReason = this.#status >= 300 && this.#received <= maxReasonBytes;
    if (this.#keep || isReason) return this.#kept.add(bytes, start, end);
    return null;
  }

  conclude(): Failure | null {
    if (this.#status === 0) return noResponse;
    // An answer to HEAD announces the body that it omits (RFC 9110, 9.3.2).
    const announced = this.#bodiless ? null : this.#announced;
    if (announced !== null && announced !== this.#received) {
      return wrongLength(announced, this.#received);
    }
    const coding = this.#bodiless ? null : this.#coding;
    if (this.#status < 300) {
      return coding === null || this.#undoes(coding) ? null : encodedFailure(coding);
    }
    // An encoded body does not explain anything.
    const reason = coding === null ? this.content.toString('utf8') : '';
    return statusFailure(this.#status, reason, this.#pool);
  }
}

function wrongLength(announced: number, received: number): Failure {
  const message = `The answer announced a body of ${announced} bytes and had ${received}`;
  return protocolFailure('H2_LENGTH', message);
}

/** @param bodiless whether it answers HEAD. @param undoes whether an encoding of bodies is supported. */
export const newHttpReply = (
  bodiless = false,
  undoes: (coding: string) => boolean = () => false,
): StreamReply => new HttpReply(bodiless, undoes);
