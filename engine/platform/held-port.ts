import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ranges (from 32,768 on Linux, 49,152 elsewhere): a client's connection could occupy
 * one of those before its server listens.
 */
const range = [20_000, 32_000] as const;
/** Random ports tried before giving up. */
const maxDraws = 100;

/** An unused port of this machine, reserved against all other holders. */
export class HeldPort {
  readonly port: number;
  // Destroyed: a client still looking for an earlier server on this port would keep it from being released.
  readonly #listener = createServer((socket) => socket.destroy());
  readonly #datagrams = createSocket('udp4').unref();

  private constructor(port: number) {
    this.port = port;
  }

  /** @throws Error of the system, when every tried port is refused. */
  static async any(): Promise<HeldPort> {
    for (let draws = 1; ; draws += 1) {
      const held = new HeldPort(randomInt(...range));
      try {
        await held.#take();
        return held;
      } catch (error) {
        // In use; or reserved by the system, for which Windows has another error.
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

  /** Lets a server listen, while the UDP port of the same number still reserves it here. */
  async open(): Promise<void> {
    if (this.#listener.listening) await new Promise((closed) => this.#listener.close(closed));
  }

  async release(): Promise<void> {
    this.#datagrams.close();
    await this.open();
  }
}

/** Different unused ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held until the last is known, so that none is given twice.
  const held: HeldPort[] = [];
  try {
    while (held.length < count) held.push(await HeldPort.any());
    return held.map(({ port }) => port);
  } finally {
    await Promise.all(held.map((one) => one.release()));
  }
}
