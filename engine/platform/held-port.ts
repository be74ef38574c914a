import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that systems give to connections (from 32,768 on Linux, 49,152 elsewhere): a client's connection could
 * take one of those before its server listens.
 */
const range = [20_000, 32_000] as const;

/** A port of this machine that nobody uses, held against all who ask for one. */
export class HeldPort {
  readonly port: number;
  readonly #listener: Server;
  readonly #datagrams: Socket;

  private constructor(port: number, listener: Server, datagrams: Socket) {
    this.port = port;
    this.#listener = listener;
    this.#datagrams = datagrams;
  }

  /** @throws Error of the system, other than that a port is taken. */
  static async any(): Promise<HeldPort> {
    const port = randomInt(...range);
    const place = { port, host: '127.0.0.1', address: '127.0.0.1', exclusive: true };
    const listener = createServer();
    const datagrams = createSocket('udp4').unref();
    const held = new HeldPort(port, listener, datagrams);
    try {
      await once(listener.listen(place), 'listening');
      await once(datagrams.bind(place), 'listening');
      return held;
    } catch (error) {
      await held.release();
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return HeldPort.any();
      throw error;
    }
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
