import type { Exchange } from '../contracts/exchange.ts';
import { codingOf } from './drivers/http/coding.ts';

/** The first heads are all looked at, then one in so many: a service rarely changes them. */
const firstHeads = 64;
const lookEvery = 64;
const maxValues = 20;
const maxCached = 5;

type Fields = Iterable<readonly [string, unknown]>;

/** What the drivers of a worker see of the heads of answers and of TLS connections. */
export class SeenExchange {
  #heads = 0;
  readonly #http = new Set<string>();
  readonly #codings = new Set<string>();
  readonly #tls = new Set<string>();
  readonly #cached = new Set<string>();

  /** Whether the next head should be passed in. */
  wantsHead(): boolean {
    const heads = this.#heads++;
    return heads < firstHeads || heads % lookEvery === 0;
  }

  /** The head of an answer over HTTP/1.1 as received. */
  headText(text: string): void {
    const [, version = ''] = /^HTTP\/(\d\.\d)/.exec(text) ?? [];
    const lines = text.split('\r\n').slice(1);
    this.head(
      version,
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
    );
  }

  /** @param version of HTTP. @param fields of an answer, in any spelling. */
  head(version: string, fields: Fields): void {
    add(this.#http, version);
    let coding: string | null = null;
    for (const [written, value] of fields) {
      const name = written.toLowerCase();
      if (name === 'content-encoding' || name === 'grpc-encoding') coding ??= codingOf(`${value}`);
      if (saysCached(name, `${value}`) && this.#cached.size < maxCached) {
        this.#cached.add(`${name}: ${`${value}`.slice(0, 100)}`);
      }
    }
    add(this.#codings, coding ?? 'none');
  }

  secured(version: string, cipher: string): void {
    add(this.#tls, `${version} ${cipher}`);
  }

  /** @param usesTls of the address: without a handshake nothing is known of it. */
  result(usesTls: boolean): Omit<Exchange, 'methods' | 'reads'> {
    return {
      http: [...this.#http].sort(),
      codings: [...this.#codings].sort(),
      tls: usesTls ? [...this.#tls].sort() : ['none'],
      cached: this.#heads > 0 ? [...this.#cached] : null,
    };
  }
}

function add(to: Set<string>, value: string): void {
  if (to.size < maxValues) to.add(value);
}

/** How a head says that a cache gave the answer (RFC 9111, 5.1; RFC 9211; and what caches sent before it). */
function saysCached(name: string, value: string): boolean {
  if (name === 'age') return Number(value) > 0;
  if (name === 'cache-status') return /;\s*hit\b/i.test(value);
  return (name === 'x-cache' || name === 'cf-cache-status') && /\bhit\b/i.test(value);
}
