import { Agent } from 'undici';
import { messageOf, WirebenchError } from '../../../contracts/errors.ts';
import type {
  DiscoverInput,
  Discovery,
  DiscoveryAttempt,
  FoundService,
} from '../../../contracts/found.ts';
import {
  readTypedAddress,
  type TypedAddress,
} from '../../../workloads/own-service/typed-address.ts';
import { type Describing, picked, refuseUnconfirmed } from '../describe-given.ts';
import { readHere, sourceNamed } from '../sources.ts';
import { atTyped } from './at-typed.ts';
import { type AskedKind, askedKinds, placesOf } from './places.ts';
import { type Probed, probe, questionMs, speaksTls, whyClosed, whyNoHttp2 } from './probe.ts';

/** Limit on all questions together, in milliseconds; descriptions are then read with limits of their own. */
const longestMs = 30_000;

/** Context of a discovery. */
interface Discovering extends Describing {
  readonly signal?: AbortSignal | undefined;
}

/** Descriptions of a kind that cannot be read; then it is not looked for any more. */
const mostUnreadable = 2;

const portOf = (place: string) => Number(place.replace(/^.*:/, ''));

const countWords = (count: number) => (count === 1 ? '1 operation' : `${count} operations`);

/** One discovery, from the address to the services at it. */
class Discoverer {
  readonly attempts: DiscoveryAttempt[] = [];
  readonly services: FoundService[] = [];
  /** Whether what was found is one request, not a description. */
  isRequest = false;
  typed: TypedAddress;
  readonly #context: Discovering;
  readonly #signal: AbortSignal;
  readonly #agent = new Agent({ connections: 4, connectTimeout: questionMs, pipelining: 1 });

  constructor(typed: TypedAddress, context: Discovering) {
    this.typed = typed;
    this.#context = context;
    const limit = AbortSignal.timeout(longestMs);
    this.#signal = context.signal ? AbortSignal.any([context.signal, limit]) : limit;
  }

  async run(): Promise<void> {
    try {
      const { first, noHttp2 } = await this.#listen();
      const { origin, target, place } = this.typed;
      if (first.status === null) this.#note(`GET ${origin}${target}`, first.words);
      else for (const kind of askedKinds) await this.#overHttp(kind, first);
      const asked = `gRPC reflection at ${place}`;
      const given = origin.startsWith('https:') ? `https://${place}` : place;
      if (noHttp2 === null) await this.#read('reflect', given, asked);
      else this.#note(asked, noHttp2);
      if (this.services.length === 0 && isSuccess(first)) await this.#alone(first);
    } finally {
      await this.#agent.destroy();
    }
  }

  /** Asks what is spoken at the address. Where no scheme was typed and only TLS is spoken, the address becomes https. */
  async #listen(): Promise<{ readonly first: Probed; readonly noHttp2: string | null }> {
    const { origin, target, host, place, namesScheme } = this.typed;
    const [first, noHttp2, isTls] = await Promise.all([
      this.#probe(`${origin}${target}`, 'openapi'),
      whyNoHttp2(origin, this.#signal),
      namesScheme ? false : speaksTls(host, portOf(place), this.#signal),
    ]);
    const isPlain = noHttp2 === null || (first.status !== null && first.status !== 400);
    const secure = isPlain || !isTls ? null : readTypedAddress(`https://${place}${target}`);
    if (secure === null) return { first, noHttp2 };
    this.#note(`GET ${origin}${target}`, 'only TLS is spoken there, so https is taken');
    this.typed = secure;
    return this.#listen();
  }

  #probe(address: string, kind: AskedKind): Promise<Probed> {
    return probe(address, kind, { agent: this.#agent, signal: this.#signal });
  }

  #note(asked: string, outcome: string, found = false): void {
    this.attempts.push({ asked, outcome, found });
  }

  /** Asks at one place after the other, until one of them describes the service. */
  async #overHttp(kind: AskedKind, first: Probed): Promise<void> {
    const { origin, target } = this.typed;
    const method = kind === 'graphql' ? 'POST' : 'GET';
    let unreadable = 0;
    for (const address of placesOf(kind, this.typed)) {
      const isFirst = address === `${origin}${target}` && kind !== 'graphql';
      // What was typed is itself asked once, as a description of every kind.
      if (isFirst && first.looksLike !== kind && (kind === 'wsdl' || first.looksLike !== null))
        continue;
      const probed = isFirst ? first : await this.#probe(address, kind);
      const asked = `${method} ${address}`;
      if (probed.looksLike !== kind) {
        this.#note(asked, outcomeOf(kind, probed));
        if (probed.status === null) return;
      } else if (await this.#read(kind, address, asked)) return;
      else if (++unreadable === mostUnreadable) return;
    }
  }

  /** Reads what looks like a description. @returns whether it is one. */
  async #read(source: string, given: string, asked: string): Promise<boolean> {
    const { folder, reader = readHere } = this.#context;
    const { title } = sourceNamed(source);
    try {
      const read = await reader({ source, input: 'address', given: [given], folder, imports: [] });
      const services = read.map((service) => atTyped(service, this.typed));
      const count = services.reduce((sum, { operations }) => sum + operations.length, 0);
      this.#note(
        asked,
        count === 0
          ? `${title} without an operation that can be measured`
          : `${title}, ${countWords(count)}`,
        count > 0,
      );
      if (count > 0) this.services.push(...services);
      return count > 0;
    } catch (error) {
      this.#note(asked, `looks like ${title}, but ${shortly(error)}`);
      return false;
    }
  }

  /** The address itself as a request, where nothing describes it. */
  async #alone({ words }: Probed): Promise<void> {
    const { origin, target } = this.typed;
    const address = `${origin}${target}`;
    const read = await readHere({
      source: 'url',
      input: 'address',
      given: [address],
      folder: '',
      imports: [],
    });
    this.services.push(...read);
    this.isRequest = true;
    this.#note(`GET ${address}`, `answers (${words}): a request without a description`, true);
  }
}

const isSuccess = ({ status, looksLike }: Probed) =>
  status !== null && status >= 200 && status < 300 && looksLike === null;

function outcomeOf(kind: AskedKind, { status, looksLike, words }: Probed): string {
  if (status !== 200) return words;
  if (looksLike !== null) return `${sourceNamed(looksLike).title}, read as such`;
  return `an answer, but no ${sourceNamed(kind).title.replace(/ schema$/, '')}`;
}

function shortly(error: unknown): string {
  const line = messageOf(error).replace(/\s+/g, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299).toWellFormed()}…`;
}

function advise({ place, origin }: TypedAddress, isThere: boolean): string {
  if (!isThere) {
    return `Nothing can be reached at ${place}. Start the service, or look at host and port: it says where it listens when it starts.`;
  }
  return `Something answers at ${origin}, and nothing there describes it. Give the address of its description (OpenAPI, WSDL), turn on gRPC reflection or GraphQL introspection, choose its file, or give the full address of one request, such as ${origin}/orders/7.`;
}

/**
 * Finds out what is at an address: asks for every kind of description at its usual places, one after the other, and
 * reads what it finds. Bounded in time and bytes, and never led to another host.
 * @throws WirebenchError ARGUMENT_INVALID, HOST_NOT_CONFIRMED for a host that is not confirmed.
 */
export async function discover(
  { address, mayAsk }: DiscoverInput,
  context: Discovering,
): Promise<Discovery> {
  const typed = readTypedAddress(address);
  if (typed === null) {
    throw new WirebenchError(
      'ARGUMENT_INVALID',
      `${address.slice(0, 200)} is not an address: expected one such as localhost:8080 or https://shop.example/api`,
    );
  }
  refuseUnconfirmed(typed.host, mayAsk, context.confirmedHosts);
  const signal = context.signal ?? new AbortController().signal;
  const closed = await whyClosed(typed.host, portOf(typed.place), signal);
  if (closed !== null) {
    const attempts = [{ asked: `A connection to ${typed.place}`, outcome: closed, found: false }];
    return { address: typed.origin, services: [], attempts, advice: advise(typed, false) };
  }
  const discoverer = new Discoverer(typed, context);
  await discoverer.run();
  const { services, attempts, isRequest, typed: whole } = discoverer;
  return {
    address: `${whole.origin}${whole.target}`,
    services: picked({ isRequest }, services),
    attempts,
    advice: services.length > 0 ? null : advise(whole, true),
  };
}
