import undici, { type Dispatcher } from 'undici';
import { authorityOf } from '../../../contracts/worker-messages.ts';
import { tlsOptions } from '../../drivers/tls-client.ts';
import type { CheckedService } from '../check.ts';

/** A request to send. */
export interface HttpAsked {
  readonly method: string;
  /** Path below the base path of the service. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes have an announced length; parts are sent in chunks. */
  readonly body?: string | Buffer | AsyncIterable<Buffer>;
}

export interface HttpAnswered {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Connections to a service over HTTP/1.1. */
export interface HttpClient {
  ask(asked: HttpAsked): Promise<HttpAnswered>;
  /** Connections opened so far. */
  readonly opened: number;
  close(): Promise<void>;
}

interface Connections {
  /** Maximum connections; and concurrent requests on each. */
  readonly connections?: number;
  readonly pipelined?: number;
}

/** We close idle connections long after every check. */
const idleMs = 600_000;

/** Opens connections on demand. */
export function openHttp(
  { address, timeoutMs }: Pick<CheckedService, 'address' | 'timeoutMs'>,
  { connections = 1, pipelined = 1 }: Connections = {},
): HttpClient {
  const origin = `${address.tls ? 'https' : 'http'}://${authorityOf(address)}`;
  const pool = new undici.Pool(origin, {
    connections,
    pipelining: pipelined,
    connect: { timeout: timeoutMs, ...(address.tls ? tlsOptions(address, null) : {}) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    allowH2: false,
  });
  let opened = 0;
  pool.on('connect', () => {
    opened++;
  });
  return {
    ask: async ({ method, path, headers = {}, body = null }) => {
      const answer = await pool.request({
        // Unknown methods are requested, too.
        method: method as Dispatcher.HttpMethod,
        path: address.basePath + path,
        headers: { ...headers },
        body: body as Dispatcher.RequestOptions['body'],
        // Otherwise POST is not pipelined, and HEAD ends the connection.
        idempotent: true,
        reset: false,
      } as Dispatcher.RequestOptions);
      const { statusCode, headers: fields } = answer;
      return { status: statusCode, headers: fields, body: Buffer.from(await answer.body.bytes()) };
    },
    get opened() {
      return opened;
    },
    close: () => pool.destroy(),
  };
}

/** Asks once, over a connection of its own. */
export async function askHttpOnce(
  service: Pick<CheckedService, 'address' | 'timeoutMs'>,
  asked: HttpAsked,
): Promise<HttpAnswered> {
  const client = openHttp(service);
  try {
    return await client.ask(asked);
  } finally {
    await client.close();
  }
}
