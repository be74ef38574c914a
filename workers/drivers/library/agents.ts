import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Duplex, type Readable } from 'node:stream';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import { openTcp } from '../socket.ts';
import { tlsClientOf } from '../tls-client.ts';

/** State of an agent's only socket, to distinguish errors. */
export interface SocketWatch {
  /** TCP is connected; failures from here to `ready` belong to TLS. */
  connected: boolean;
  ready: boolean;
  /** Receives the octets of answers as they arrive, and after decompression. */
  received: (octets: number) => void;
}

export const newWatch = (): SocketWatch => ({
  connected: false,
  ready: false,
  received: () => undefined,
});

/** Called by Node to send a request with an agent. */
interface Asked {
  addRequest(request: http.ClientRequest, options: object): void;
}

/** An HTTP agent with one connection, whose bytes are counted. */
export function oneConnectionAgent(
  address: Address,
  meter: ByteMeter,
): { transport: http.Agent; watch: SocketWatch } {
  const watch = newWatch();
  const settings = { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 };
  const agent = address.tls ? new https.Agent(settings) : new http.Agent(settings);
  agent.createConnection = () => openSocket(address, meter, watch);
  const asked = agent as http.Agent & Asked;
  const add = asked.addRequest.bind(agent);
  asked.addRequest = (request, options) => {
    // Before its sender starts reading.
    request.prependOnceListener('response', (answer: http.IncomingMessage) => {
      const { httpVersion, headers } = answer;
      if (meter.seen.wantsHead()) meter.seen.head(httpVersion, Object.entries(headers));
      hear(answer, watch);
    });
    add(request, options);
  };
  return { transport: agent, watch };
}

/** Opens and watches a library's socket. Ready on `connect`, or on `secureConnect` with TLS. */
export function openSocket(address: Address, meter: ByteMeter, watch: SocketWatch): Socket {
  watch.connected = false;
  watch.ready = false;
  const tcp = openTcp(address, meter);
  tcp.once('connect', () => {
    watch.connected = true;
    if (!address.tls) watch.ready = true;
  });
  if (!address.tls) return tcp;
  const secure = tlsClientOf(address, 'http/1.1').connect(tcp);
  secure.once('secureConnect', () => {
    watch.ready = true;
  });
  return secure;
}

/** Reports all octets of a stream, and of those that it is piped into. */
function hear(stream: Readable, watch: SocketWatch): void {
  stream.on('data', ({ length }: Buffer) => watch.received(length));
  const { pipe } = stream;
  stream.pipe = (into, options) => {
    if (into instanceof Duplex) hear(into, watch);
    pipe.call(stream, into, options);
    return into;
  };
}
