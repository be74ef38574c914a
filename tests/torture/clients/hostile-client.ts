import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';

/** How the bytes are sent. */
export type Manner = 'at once' | 'byte by byte' | 'in part';

/** How long to wait for the service to respond. */
const timeoutMs = 250;
const slowBytes = 30;

/** Sends bytes over a new connection, and closes it when they are answered or soon afterwards. */
export function say(
  port: number,
  words: Buffer,
  { manner, tls }: { readonly manner: Manner; readonly tls: boolean },
): Promise<void> {
  return new Promise((resolve) => {
    const place = { host: '127.0.0.1', port, noDelay: true };
    const socket = tls
      ? connectSecurely({ ...place, rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] })
      : connect(place);
    const leave = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve();
    };
    const timer = setTimeout(leave, timeoutMs);
    socket.on('error', leave);
    socket.on('close', leave);
    socket.on('data', () => timer.refresh());
    socket.once(tls ? 'secureConnect' : 'connect', async () => {
      const whole = manner === 'in part' ? words.subarray(0, words.length / 2) : words;
      if (manner !== 'byte by byte') return void socket.write(whole);
      for (let at = 0; at < Math.min(whole.length, slowBytes) && !socket.destroyed; at += 1) {
        socket.write(whole.subarray(at, at + 1));
        await wait(1);
      }
    });
  });
}

/** Connections that have sent a little and then wait. */
export class Dawdlers {
  readonly #sockets: ReturnType<typeof connect>[] = [];

  async add(port: number, count: number, words: Buffer): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const socket = connect({ host: '127.0.0.1', port });
      socket.on('error', () => undefined);
      socket.on('connect', () => socket.write(words.subarray(0, Math.min(words.length, 20))));
      this.#sockets.push(socket);
    }
    await wait(0);
  }

  leave(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
