import type { Writable } from 'node:stream';
import { messageOf } from '../../contracts/errors.ts';
import { rsocketErrorCodes } from '../../protocols/rsocket/frames.ts';
import { completeFrame, errorFrame } from '../../protocols/rsocket/write.ts';
import type { Message } from '../../workloads/description.ts';
import type { HeldBody } from '../body-memory.ts';
import { refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import { drained, sendPayload } from './outgoing.ts';
import type { RsocketRoute } from './routes.ts';

/** A request being answered. */
export class OpenRequest {
  readonly stream: number;
  /** Its memory until it ends; null for a short one. */
  readonly held: HeldBody | null;
  /** Remaining requested payloads; 1 for request-response. */
  credit: number;
  cancelled = false;
  #waiting: (() => void) | null = null;

  constructor(stream: number, credit: number, held: HeldBody | null) {
    this.stream = stream;
    this.credit = credit;
    this.held = held;
  }

  want(more: number): void {
    this.credit += more;
    this.#wake();
  }

  cancel(): void {
    this.cancelled = true;
    this.#wake();
  }

  /** Resolves when the client requests a payload, or has cancelled. */
  async turn(): Promise<void> {
    while (this.credit === 0 && !this.cancelled) {
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
    this.credit--;
  }

  #wake(): void {
    this.#waiting?.();
    this.#waiting = null;
  }
}

/** Sends the answers of one connection. */
export class Answering {
  readonly #to: Writable;
  readonly #options: ServiceOptions;
  readonly #over: (request: OpenRequest) => void;

  /** @param over called when a request has its last answer. */
  constructor(to: Writable, options: ServiceOptions, over: (request: OpenRequest) => void) {
    this.#to = to;
    this.#options = options;
    this.#over = over;
  }

  /** Answers by route. `data[from..to)` is valid during the call only. */
  answer(request: OpenRequest, route: RsocketRoute, data: Buffer, from: number, to: number): void {
    try {
      const message = route.request.read(data, from, to);
      if (route.interaction === 'request-response') this.#answerOne(request, route, message);
      else this.#answerMany(request, route, message);
    } catch (error) {
      this.refuse(request, refusalText(error));
    }
  }

  /** Answers with an APPLICATION_ERROR. */
  refuse(request: OpenRequest, text: string): void {
    this.#options.onClientError(`stream ${request.stream}: ${text}`);
    this.#finish(request, () =>
      this.#to.write(errorFrame(request.stream, rsocketErrorCodes.applicationError, text)),
    );
  }

  #answerOne(
    request: OpenRequest,
    route: Extract<RsocketRoute, { interaction: 'request-response' }>,
    message: Message,
  ): void {
    const result = route.handle(message);
    const send = (answer: Message): void => {
      const text = route.response.write(answer);
      this.#finish(request, () => sendPayload(this.#to, request.stream, text, true));
    };
    if (!(result instanceof Promise)) send(result);
    else result.then(send).catch((error) => this.refuse(request, refusalText(error)));
  }

  #answerMany(
    request: OpenRequest,
    route: Extract<RsocketRoute, { interaction: 'request-stream' }>,
    message: Message,
  ): void {
    const answers = route.handle(message);
    this.#options.pause(() => {
      this.#sendAll(request, route, answers).catch((error) =>
        this.refuse(request, refusalText(error)),
      );
    });
  }

  async #sendAll(
    request: OpenRequest,
    route: RsocketRoute,
    answers: AsyncIterable<Message> | Iterable<Message>,
  ): Promise<void> {
    for await (const answer of answers) {
      await request.turn();
      if (request.cancelled || !this.#to.writable) break;
      sendPayload(this.#to, request.stream, route.response.write(answer), false);
      await drained(this.#to);
    }
    this.#end(request, () => this.#to.write(completeFrame(request.stream)));
  }

  #finish(request: OpenRequest, send: () => void): void {
    this.#options.pause(() => this.#end(request, send));
  }

  #end(request: OpenRequest, send: () => void): void {
    this.#over(request);
    this.#options.countAnswer();
    if (!request.cancelled && this.#to.writable) send();
  }
}

/** The text of an APPLICATION_ERROR: a word for the kind of refusal, then the reason. */
function refusalText(error: unknown): string {
  return `${refusalKindOf(error)}: ${messageOf(error)}`;
}
