import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A cable between an agent and its controller on this machine, which can be unplugged. */
export class PulledCable {
  readonly #server = createServer((near) => this.#join(near));
  readonly #port: number;
  readonly #ends = new Set<Socket>();
  /** The connected sockets: each end with its peer. */
  readonly #joined = new Map<Socket, Socket>();
  /** Connections opened while the cable is silent, like packets that are retransmitted. */
  readonly #held = new Set<Socket>();
  #state: 'whole' | 'cut' | 'silent' = 'whole';

  private constructor(port: number) {
    this.#port = port;
  }

  /** @param port of the controller. */
  static async to(port: number): Promise<PulledCable> {
    const cable = new PulledCable(port);
    cable.#server.listen(0, '127.0.0.1');
    await once(cable.#server, 'listening');
    return cable;
  }

  /** The arguments that join through it. */
  through(joining: readonly string[]): string[] {
    const { port } = this.#server.address() as AddressInfo;
    return joining.map((word) => word.replace(/^127\.0\.0\.1:\d+$/, `127.0.0.1:${port}`));
  }

  /** Nothing passes, and every connection is closed. */
  cut(): void {
    this.#state = 'cut';
    for (const end of this.#ends) end.destroy();
  }

  /** Nothing passes, and no one is notified. */
  silence(): void {
    this.#state = 'silent';
    for (const [end, other] of this.#joined) {
      end.unpipe(other);
      end.pause();
    }
  }

  mend(): void {
    this.#state = 'whole';
    for (const [end, other] of this.#joined) end.pipe(other);
    for (const near of this.#held) this.#connect(near);
    this.#held.clear();
  }

  remove(): void {
    this.cut();
    this.#server.close();
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') near.destroy();
    else if (this.#state === 'whole') this.#connect(near);
    else {
      this.#add(near);
      this.#held.add(near);
      near.on('close', () => this.#held.delete(near));
    }
  }

  #connect(near: Socket): void {
    const far = connect(this.#port, '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#add(end);
      this.#joined.set(end, other);
      end.on('close', () => {
        this.#joined.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  }

  #add(end: Socket): void {
    if (this.#ends.has(end)) return;
    this.#ends.add(end);
    end.setNoDelay(true);
    end.on('error', () => undefined);
    end.on('close', () => this.#ends.delete(end));
  }
}
