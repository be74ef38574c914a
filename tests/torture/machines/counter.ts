import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The requests that check a service before the load are numbered from here. */
const firstOfChecks = 1_900_000_000;

/** The requests that a run has sent: their numbers, each of which is sent once, and their arrival times. */
export class Seen {
  readonly #cameAt = new Map<number, number>();

  add(number: number): void {
    this.#cameAt.set(number, performance.now());
  }

  get count(): number {
    return this.#cameAt.size;
  }

  /** Arrival of the last one, on `performance.now()`; 0 without any. */
  get lastAt(): number {
    return Math.max(0, ...this.#cameAt.values());
  }

  /** Arrival times of the requests of one of the load workers. */
  ofWorker(worker: number, workers: number): number[] {
    return [...this.#cameAt].flatMap(([number, at]) => (number % workers === worker ? [at] : []));
  }
}

/** The service that machines load. It counts independently what it was asked, by run. */
export class Counter {
  readonly #server = createServer((asked, response) => {
    const [, run = '', number = ''] = asked.url?.split('/') ?? [];
    if (Number(number) < firstOfChecks) this.seen(run).add(Number(number));
    // Long enough that some requests are always in flight.
    setTimeout(() => response.end('{"is":"there"}'), 5);
  });
  readonly #runs = new Map<string, Seen>();

  static async start(): Promise<Counter> {
    const counter = new Counter();
    counter.#server.keepAliveTimeout = 600_000;
    counter.#server.listen(0, '127.0.0.1');
    await once(counter.#server, 'listening');
    return counter;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The requests of a run so far. */
  seen(run: string): Seen {
    const seen = this.#runs.get(run) ?? new Seen();
    this.#runs.set(run, seen);
    return seen;
  }

  /** A request that no machine sends, for plants. */
  async ask(run: string, number: number): Promise<void> {
    const asked = request({ port: this.port, host: '127.0.0.1', path: `/${run}/${number}` });
    asked.end();
    const [response] = await once(asked, 'response');
    response.resume();
    await once(response, 'end');
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
