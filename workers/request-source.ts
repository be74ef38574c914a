import type { Message } from '../workloads/description.ts';
import type { ShapeRequests } from '../workloads/workload.ts';
import type { Driver, PreparedRequest } from './drivers/driver.ts';

/** A request, and the bytes that its driver made of it. */
export interface IssuedRequest {
  readonly message: Message;
  readonly prepared: PreparedRequest;
}

/** The requests of one worker, in the order in which they are dispatched. */
export interface RequestSource {
  /** Whether one request differs from the next; if not, `next` gives the same object for ever. */
  readonly varies: boolean;
  /** Makes and encodes what `next` will give, so that it costs no time of a request; nothing where it does not vary. */
  prepareNext(): void;
  next(): IssuedRequest;
}

type Requests = Pick<ShapeRequests, 'operation' | 'varies' | 'request' | 'stream'>;

/** @param first sequence number of the first request, and `step` from one to the next. */
export function requestSource(
  driver: Pick<Driver, 'prepare' | 'prepareStream'>,
  requests: Requests,
  { first, step }: { readonly first: number; readonly step: number },
): RequestSource {
  const issue = (sequence: number): IssuedRequest => {
    const message = requests.request(sequence);
    return { message, prepared: prepare(driver, requests, sequence, message) };
  };
  if (requests.varies) return new VaryingRequests(issue, first, step);
  const only = issue(first);
  return { varies: false, prepareNext: () => undefined, next: () => only };
}

/** @throws TypeError when the driver cannot send a stream of requests. */
function prepare(
  driver: Pick<Driver, 'prepare' | 'prepareStream'>,
  requests: Requests,
  sequence: number,
  message: Message,
): PreparedRequest {
  const { operation } = requests;
  if (operation.stream !== 'request') return driver.prepare(operation, message);
  const messages = () => requests.stream?.(sequence) ?? [message];
  const prepared = driver.prepareStream?.(operation, messages);
  if (!prepared) throw new TypeError(`${operation.name} streams its request, which cannot be sent`);
  return prepared;
}

class VaryingRequests implements RequestSource {
  readonly varies = true;
  readonly #issue: (sequence: number) => IssuedRequest;
  readonly #step: number;
  #sequence: number;
  #ready: IssuedRequest | null = null;

  constructor(issue: (sequence: number) => IssuedRequest, first: number, step: number) {
    this.#issue = issue;
    this.#sequence = first;
    this.#step = step;
  }

  prepareNext(): void {
    if (this.#ready) return;
    this.#ready = this.#issue(this.#sequence);
    this.#sequence += this.#step;
  }

  next(): IssuedRequest {
    this.prepareNext();
    const ready = this.#ready;
    this.#ready = null;
    if (!ready) throw new TypeError('a request that was prepared is gone');
    return ready;
  }
}
