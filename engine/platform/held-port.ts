import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to connections (from 32,768 on Linux, 49,152 elsewhere): a client's connection could
 * take one of those before its server listens.
 */
const range = [20_000, 32_000] as const;
/** Draws before the system is believed that it gives none. */
const maxDraws = 100;

/** A port of this machine that nobody uses, held against all who ask for one. */
export class HeldPort {
  readonly port: number;
  // Whoever still looks for an earlier server at the port would keep it from being given on.
  readonly #listener = createServer((socket) => socket.destroy());
  readonly #datagrams = createSocket('udp4').unref();

  private constructor(port: number) {
    this.port = port;
  }

  /** @throws Error of the system, when it refuses every port that is drawn. */
  static async any(): Promise<HeldPort> {
    for (let draws = 1; ; draws += 1) {
      const held = new HeldPort(randomInt(...range));
      try {
        await held.#take();
        return held;
      } catch (error) {
        // Taken; or kept by the system for itself, which Windows says in another way.
        await held.release();
        if (draws === maxDraws) throw error;
      }
    }
  }

  async #take(): Promise<void> {
    const place = { port: this.port, host: '127.0.0.1', address: '127.0.0.1', exclusive: true };
    await once(this.#listener.listen(place), 'listening');
    await once(this.#datagrams.bind(place), 'listening');
  }

  /** Lets a server listen, while the UDP port of the same number keeps it from others who ask here. */
  async open(): Promise<void> {
    if (this.#listener.listening) await new Promise((closed) => this.#listener.close(closed));
  }

  async release(): Promise<void> {
    this.#datagrams.close();
    await this.open();
  }
}

/** Ports of this machine that nobody uses, each another. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held until the last is known, or one would be given twice.
  const held: HeldPort[] = [];
  try {
    while (held.length < count) held.push(await HeldPort.any());
    return held.map(({ port }) => port);
  } finally {
    await Promise.all(held.map((one) => one.release()));
  }
}
