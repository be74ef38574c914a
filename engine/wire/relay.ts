import net from 'node:net';
import type { WireDirection } from '../../contracts/wire.ts';
import type { WireChunk, WireConnection } from '../../contracts/wire-messages.ts';

/** A relay on the loopback that records its traffic. */
export interface Relay {
  readonly host: string;
  readonly port: number;
  /** Error code when the service cannot be reached, such as ECONNREFUSED; otherwise null. */
  readonly unreached: string | null;
  /** Whether it has ended all connections because the limit was exceeded. */
  readonly isFull: boolean;
  /** Recorded traffic so far. */
  recorded(): WireConnection[];
  /** Resolves when every connection has been closed by both sides. */
  drained(): Promise<void>;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

interface Pair {
  readonly recording: { openedMs: number; closedMs: number | null; chunks: WireChunk[] };
  readonly sockets: readonly net.Socket[];
}

/** Limit over all connections: twice the size of two calls with the longest messages of the bundled services. */
export const maxRecordedBytes = 256 * 1024 * 1024;

/**
 * Listens on a free port and forwards every connection to the service. Needs no privileges.
 * @param most maximum bytes kept; a service may never stop.
 */
export async function openRelay(
  service: { host: string; port: number },
  most = maxRecordedBytes,
): Promise<Relay> {
  const relay = new RecordingRelay(service, most);
  await relay.listen();
  return relay;
}

class RecordingRelay implements Relay {
  readonly host = '127.0.0.1';
  readonly #service: { host: string; port: number };
  readonly #server: net.Server;
  readonly #pairs: Pair[] = [];
  /** Milliseconds of `performance.now()` at which the first connection was made. */
  #origin: number | null = null;
  #open = 0;
  #onDrained: (() => void) | null = null;
  #unreached: string | null = null;
  readonly #most: number;
  #bytes = 0;

  constructor(service: { host: string; port: number }, most: number) {
    this.#service = service;
    this.#most = most;
    this.#server = net.createServer({ noDelay: true, allowHalfOpen: true }, (client) =>
      this.#accept(client),
    );
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  get unreached(): string | null {
    return this.#unreached;
  }

  get isFull(): boolean {
    return this.#bytes > this.#most;
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, this.host, resolve);
    });
  }

  recorded(): WireConnection[] {
    return this.#pairs.map(({ recording }) => recording);
  }

  drained(): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onDrained = resolve;
    });
  }

  async close(): Promise<void> {
    this.#cutOff();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #cutOff(): void {
    for (const socket of this.#pairs.flatMap(({ sockets }) => sockets)) socket.destroy();
  }

  #accept(client: net.Socket): void {
    const { host, port } = this.#service;
    const upstream = net.connect({ host, port, noDelay: true, allowHalfOpen: true });
    const refused = (error: NodeJS.ErrnoException) => {
      this.#unreached ??= error.code ?? error.message;
    };
    upstream.once('error', refused);
    upstream.once('connect', () => upstream.off('error', refused));
    const recording = { openedMs: this.#now(), closedMs: null, chunks: [] };
    const pair: Pair = { recording, sockets: [client, upstream] };
    this.#pairs.push(pair);
    this.#open++;
    this.#pass(client, upstream, 'sent', pair);
    this.#pass(upstream, client, 'received', pair);
    let left = 2;
    for (const socket of pair.sockets)
      socket.once('close', () => {
        if (--left === 0) this.#closed();
      });
  }

  #pass(from: net.Socket, to: net.Socket, direction: WireDirection, { recording }: Pair): void {
    from.on('data', (bytes: Buffer) => {
      this.#bytes += bytes.length;
      if (this.isFull) {
        this.#cutOff();
        return;
      }
      recording.chunks.push({ direction, atMs: this.#now(), bytes: new Uint8Array(bytes) });
      // Data that can no longer be forwarded was received anyway.
      if (to.writable && !to.write(bytes)) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => {
      recording.closedMs ??= this.#now();
      to.end();
    });
    // A reset ends the other side as well; the driver interprets it.
    from.on('error', () => undefined);
    from.on('close', () => {
      recording.closedMs ??= this.#now();
      to.destroySoon();
    });
  }

  #closed(): void {
    if (--this.#open === 0) this.#onDrained?.();
  }

  #now(): number {
    this.#origin ??= performance.now();
    return performance.now() - this.#origin;
  }
}
