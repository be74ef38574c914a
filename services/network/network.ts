import net, { type Socket } from 'node:net';
import type { NetworkStart } from '../../contracts/hop-messages.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService } from '../service.ts';
import { Clock } from './clock.ts';
import { Link } from './link.ts';
import { type Held, Pipe } from './pipe.ts';

/** Maximum bytes in flight per connection with unlimited bandwidth, as with a large TCP window. */
const widestWindowBytes = 4 * 1024 * 1024;
const narrowestWindowBytes = 128 * 1024;

/** Twice the bandwidth-delay product: enough to keep the link busy, too little to clog it. */
export function windowBytesOf({
  bitsPerSecond,
  roundTripMs,
}: Pick<NetworkStart, 'bitsPerSecond' | 'roundTripMs'>): number {
  if (bitsPerSecond === null) return widestWindowBytes;
  const twice = 2 * (bitsPerSecond / 8) * (roundTripMs / 1000);
  return Math.min(widestWindowBytes, Math.max(narrowestWindowBytes, Math.ceil(twice)));
}

/**
 * A network between client and service: bytes pass unchanged, later. Opening a TCP connection takes a round
 * trip. On the loopback it is immediate, so the round trip is added to the first bytes: those of the client
 * arrive one and a half round trips after connecting, those of the service two.
 * @param countConnection called for each connection.
 */
export async function startNetwork(
  start: NetworkStart,
  countConnection: () => void,
): Promise<RunningService> {
  const network = new Network(start, countConnection);
  const port = await network.listen();
  return { port, stop: () => network.stop() };
}

class Network {
  readonly #start: NetworkStart;
  readonly #countConnection: () => void;
  readonly #server: net.Server;
  readonly #clock = new Clock();
  readonly #held: Held = { bytes: 0 };
  readonly #connections = new OpenConnections();
  readonly #there: Link;
  readonly #back: Link;

  constructor(start: NetworkStart, countConnection: () => void) {
    this.#start = start;
    this.#countConnection = countConnection;
    const { roundTripMs, jitterMs, bitsPerSecond, seed } = start;
    const direction = { delayMs: roundTripMs / 2, jitterMs, bitsPerSecond };
    this.#there = new Link({ ...direction, seed });
    this.#back = new Link({ ...direction, seed: seed + 1 });
    this.#server = net.createServer({ noDelay: true, allowHalfOpen: true }, (client) =>
      this.#accept(client),
    );
  }

  listen(): Promise<number> {
    return listen(this.#server, this.#start);
  }

  stop(): Promise<void> {
    return stopListening(this.#server, this.#connections);
  }

  #accept(client: Socket): void {
    const now = performance.now();
    this.#countConnection();
    const { upstream, roundTripMs } = this.#start;
    const service = net.connect({ ...upstream, noDelay: true, allowHalfOpen: true });
    for (const socket of [client, service]) {
      this.#connections.add(socket);
    }
    const shared = {
      clock: this.#clock,
      held: this.#held,
      windowBytes: windowBytesOf(this.#start),
    };
    new Pipe({
      ...shared,
      from: client,
      to: service,
      link: this.#there,
      opensMs: now + 1.5 * roundTripMs,
    });
    new Pipe({
      ...shared,
      from: service,
      to: client,
      link: this.#back,
      // A service that speaks first does so once the connection is open.
      opensMs: now + 2 * roundTripMs,
    });
  }
}
