import type { Message } from '../workloads/description.ts';
import { RowsUsedUp } from '../workloads/own-service/rows.ts';
import type { FlowSteps, Sender, ShapeRequests } from '../workloads/workload.ts';
import type { Driver, PreparedRequest } from './drivers/driver.ts';
import type { Turns } from './pacing/turns.ts';
import type { RequestPart } from './request-part.ts';

/** A request, with the bytes prepared by its driver. */
export interface IssuedRequest {
  readonly message: Message;
  readonly prepared: PreparedRequest;
  /** Index among a shape's requests; null if there is only one. */
  readonly part: RequestPart | null;
}

/** A sequential sender of requests. */
export interface Issuer {
  readonly user: number;
  /** Number of requests, or iterations of a flow, that it has started. */
  iteration: number;
  /** Flow state of the user; null before its first iteration, and without a flow. */
  session: FlowSession | null;
}

/** The requests of one worker, in the order of dispatch. */
export interface RequestSource {
  /** Whether requests differ; if not, `next` always returns the same object. */
  readonly varies: boolean;
  /**
   * Creates and encodes the result of `next` in advance, so that it costs no time of a request; does nothing
   * if requests do not vary, or depend on an unknown sender.
   */
  prepareNext(by?: Issuer): void;
  /** @returns null if there is nothing left to send. */
  next(by: Issuer): IssuedRequest | null;
  /** The step after the answered one; null after the last of an iteration. */
  following(by: Issuer): IssuedRequest | null;
  /** Why there is nothing left to send; null while there may be something. */
  readonly usedUp: string | null;
}

/** The next request of a source without a particular sender. @throws TypeError if there is none. */
export function nextOf(source: RequestSource): IssuedRequest {
  const next = source.next({ user: 0, iteration: 0, session: null });
  if (!next) throw new TypeError(source.usedUp ?? 'there is no request left');
  return next;
}

type Requests = Pick<
  ShapeRequests,
  'operation' | 'varies' | 'request' | 'stream' | 'personal' | 'mayWait' | 'group' | 'usedUp'
>;
type Preparing = Pick<Driver, 'prepare' | 'prepareStream'>;

interface Places {
  readonly first: number;
  readonly step: number;
  /** Used if `step` does not determine the worker’s own numbers; `first` is that of the first. */
  readonly turns?: Turns | undefined;
}

/** The sequence numbers of a worker's requests, in order. */
function numbersOf({ first, step, turns }: Places): () => number {
  let place = 0;
  if (!turns) return () => first + step * place++;
  const before = first - turns.numberOf(0);
  return () => before + turns.numberOf(place++);
}

/**
 * @param places sequence number `first` of the first request, and `step` to the next.
 * @param parts of the shape's requests, if it has several.
 */
export function requestSource(
  driver: Preparing,
  requests: Requests,
  places: Places,
  parts: readonly RequestPart[] = [],
): RequestSource {
  const { first } = places;
  const { group } = requests;
  if (group?.kind === 'flow') return new FlowSource(driver, group, requests, places, parts);
  const members = group?.parts.map((part) => part.requests) ?? [requests];
  const kept = members.map((member) =>
    member.varies ? null : issued(driver, member, first, undefined, null),
  );
  const issue = (sequence: number, by: Sender | undefined): IssuedRequest => {
    const place = group ? group.pick(sequence) : 0;
    const part = parts[place] ?? null;
    const same = kept[place];
    if (same) return part === same.part ? same : { ...same, part };
    return issued(driver, members[place] ?? requests, sequence, by, part);
  };
  if (requests.varies) return new VaryingRequests(issue, places, requests);
  const only = issue(first, undefined);
  return {
    varies: false,
    prepareNext: () => undefined,
    next: () => only,
    following: () => null,
    usedUp: null,
  };
}

function issued(
  driver: Preparing,
  requests: Requests,
  sequence: number,
  by: Sender | undefined,
  part: RequestPart | null,
): IssuedRequest {
  const message = requests.request(sequence, by);
  return { message, prepared: prepare(driver, requests, sequence, message), part };
}

/** @throws TypeError if the driver cannot send a stream of requests. */
function prepare(
  driver: Preparing,
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

/**
 * Batch size of requests that may be prepared early: each then costs about half of the time it takes between
 * two answers.
 */
const madeInARow = 16;

class VaryingRequests implements RequestSource {
  readonly varies = true;
  readonly #issue: (sequence: number, by: Sender | undefined) => IssuedRequest;
  readonly #requests: Requests;
  readonly #number: () => number;
  /** The next one is the last. */
  readonly #ready: IssuedRequest[] = [];
  #usedUp: string | null = null;

  constructor(
    issue: (sequence: number, by: Sender | undefined) => IssuedRequest,
    places: Places,
    requests: Requests,
  ) {
    this.#issue = issue;
    this.#number = numbersOf(places);
    this.#requests = requests;
  }

  /** Prepared requests already have their rows, and must be sent. */
  get usedUp(): string | null {
    return this.#ready.length > 0 ? null : (this.#usedUp ?? this.#requests.usedUp?.() ?? null);
  }

  prepareNext(by?: Issuer): void {
    if (this.#ready.length > 0 || this.#usedUp !== null) return;
    const { personal, mayWait } = this.#requests;
    if (personal && !by) return;
    if (mayWait) this.#prepareRow(by);
    else this.#prepareOne(by);
  }

  #prepareRow(by: Issuer | undefined): void {
    for (let made = 0; made < madeInARow; made++) this.#prepareOne(by);
    this.#ready.reverse();
  }

  #prepareOne(by: Issuer | undefined): void {
    const sequence = this.#number();
    try {
      this.#ready.push(this.#issue(sequence, by));
    } catch (error) {
      if (!(error instanceof RowsUsedUp)) throw error;
      this.#usedUp = error.message;
    }
  }

  next(by: Issuer): IssuedRequest | null {
    this.prepareNext(by);
    by.iteration++;
    return this.#ready.pop() ?? null;
  }

  following(): null {
    return null;
  }
}

/** Flow state of a user. */
export interface FlowSession {
  /** Values taken from answers so far, by name. */
  readonly taken: string[];
  readonly names: readonly string[];
  /** Set-up is sent until all of it has succeeded once. */
  isSetUp: boolean;
  /** The current step, set-up included. */
  step: number;
  sequence: number;
  iteration: number;
  claims: readonly number[] | undefined;
}

/** Iterations of a flow; each step is created when the previous one has been answered. */
class FlowSource implements RequestSource {
  readonly varies = true;
  readonly #driver: Preparing;
  readonly #flow: FlowSteps;
  readonly #parts: readonly RequestPart[];
  readonly #kept: readonly (IssuedRequest | null)[];
  readonly #requests: Requests;
  readonly #number: () => number;
  #usedUp: string | null = null;

  constructor(
    driver: Preparing,
    flow: FlowSteps,
    requests: Requests,
    places: Places,
    parts: readonly RequestPart[],
  ) {
    this.#driver = driver;
    this.#requests = requests;
    this.#flow = flow;
    this.#parts = parts;
    this.#number = numbersOf(places);
    const { first } = places;
    this.#kept = flow.parts.map(({ requests: own }, index) =>
      own.varies ? null : issued(driver, own, first, undefined, parts[index] ?? null),
    );
  }

  get usedUp(): string | null {
    return this.#usedUp ?? this.#requests.usedUp?.() ?? null;
  }

  prepareNext(): void {}

  next(by: Issuer): IssuedRequest | null {
    by.session ??= {
      names: this.#flow.taken,
      taken: [...this.#flow.shared],
      isSetUp: this.#flow.setUps === 0,
      step: 0,
      sequence: 0,
      iteration: 0,
      claims: undefined,
    };
    const { session } = by;
    try {
      session.claims = this.#flow.claims();
    } catch (error) {
      if (!(error instanceof RowsUsedUp)) throw error;
      this.#usedUp = error.message;
      return null;
    }
    session.iteration = by.iteration++;
    session.sequence = this.#number();
    session.step = session.isSetUp ? this.#flow.setUps : 0;
    try {
      return this.#issue(by.user, session);
    } catch (error) {
      if (session.step === 0) throw error;
      // Taken values may be anything, such as a word instead of a number: set-up takes them again.
      session.isSetUp = false;
      session.step = 0;
      return this.#issue(by.user, session);
    }
  }

  following(by: Issuer): IssuedRequest | null {
    const { session } = by;
    if (!session) return null;
    session.step++;
    if (session.step >= this.#flow.parts.length) return null;
    const next = this.#issue(by.user, session);
    if (session.step === this.#flow.setUps) session.isSetUp = true;
    return next;
  }

  #issue(user: number, session: FlowSession): IssuedRequest {
    const { step, sequence, iteration, taken, claims } = session;
    const kept = this.#kept[step];
    if (kept) return kept;
    const member = this.#flow.parts[step];
    if (!member) throw new TypeError('a flow has no such step');
    const by = { user, iteration, step, taken, claims };
    return issued(this.#driver, member.requests, sequence, by, this.#parts[step] ?? null);
  }
}
