import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Protocol } from '../../../contracts/words.ts';
import type { Identity } from '../../../engine/platform/tls/identity.ts';
import { listen } from '../loopback.ts';
import { dialects, transportOf } from './dialects.ts';
import type { Script } from './scripts.ts';

/** A server of one protocol that follows a script, which a test may change between connections. */
export interface HostileTarget {
  readonly port: number;
  /** Speaks TLS. */
  readonly securePort: number;
  /** The authority of each request since the last script. */
  readonly authorities: readonly string[];
  /** The requested server name of each TLS connection since then; empty without one. */
  readonly serverNames: readonly string[];
  follow(script: Script): void;
  close(): Promise<void>;
}

export async function startHostileTarget(
  protocol: Protocol,
  { cert, key, ca }: Identity,
  host = '127.0.0.1',
): Promise<HostileTarget> {
  const authorities: string[] = [];
  const serverNames: string[] = [];
  let script: Script = {};
  let asked = 0;
  const take = (socket: Socket): void => {
    socket.on('error', () => undefined);
    const { connected, asked: answer } = script;
    dialects[protocol].reads(socket, (request) => {
      authorities.push(request.authority);
      if (!socket.destroyed) answer?.(socket, request, asked++);
    });
    connected?.(socket);
  };
  const plain = await listen(take, host);
  const secure = await listen((tcp) => {
    const offers = transportOf(protocol) === 'h2' ? ['h2'] : ['http/1.1'];
    const ours = { cert, key, ca, ALPNProtocols: offers, isServer: true, requestCert: false };
    const socket = new TLSSocket(tcp, { ...ours, ...script.tls });
    socket.once('secure', () => serverNames.push(String(Reflect.get(socket, 'servername') || '')));
    take(socket);
  }, host);
  return {
    port: plain.port,
    securePort: secure.port,
    authorities,
    serverNames,
    follow: (next) => {
      script = next;
      asked = 0;
      authorities.length = 0;
      serverNames.length = 0;
      for (const socket of [...plain.sockets, ...secure.sockets]) socket.destroy();
    },
    close: async () => {
      await Promise.all([plain.close(), secure.close()]);
    },
  };
}
