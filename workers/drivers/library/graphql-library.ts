import { Client, fetchExchange } from '@urql/core';
import undici, { type RequestInit, type Response, type Client as SocketClient } from 'undici';
import { endpointOf } from '../../../contracts/protocols.ts';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { documentOf } from '../../../workloads/interfaces/graphql-document.ts';
import { poolRefusal, refusalHeader } from '../../../workloads/interfaces/problem.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import { jsonValue } from '../../codecs/json.ts';
import type { DriverFactory, Failure } from '../driver.ts';
import { undecodableFailure } from '../failures.ts';
import { errorsFailure, messageIn } from '../graphql/answer.ts';
import { codingOf } from '../http/coding.ts';
import { encodedFailure, statusFailure } from '../http/status.ts';
import { newWatch, openSocket, type SocketWatch } from './agents.ts';
import {
  addressOrigin,
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
  type OneConnection,
} from './http-connection.ts';

/** Longest answer in parts, which the library reads itself. */
const maxBytes = 256 * 1024 * 1024;
const utf8 = new TextDecoder();

/** Codings that undici decodes itself. */
const undone = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

/** Passes any answer on. @throws CallFailure for a successful answer with an unsupported coding. */
async function fetchUnfollowed(url: string, init: RequestInit) {
  const response = await undici.fetch(url, { ...init, redirect: 'manual' });
  const coding = codingOf(response.headers.get('content-encoding') ?? '');
  const isUndone = coding === null || coding.split(', ').every((one) => undone.has(one));
  if (response.ok && !isUndone) throw new CallFailure(encodedFailure(coding));
  return response;
}

/** The whole answer; reports each chunk on arrival. */
async function textOf({ body }: Response, watch: SocketWatch): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of body ?? []) {
    watch.received(part.length);
    parts.push(part);
  }
  return utf8.decode(Buffer.concat(parts));
}

/** A client of the library with its own connection. */
export class GraphqlClient {
  readonly urql: Client;
  readonly #dispatcher: SocketClient;

  /** @param url for calls without one. */
  constructor(address: Address, meter: ByteMeter, watch: SocketWatch, url: string) {
    // The library's default `fetch` is the browser's; undici's accepts a connection.
    const onConnection = async (to: string, init: RequestInit) => {
      const response = await fetchUnfollowed(to, { ...init, dispatcher: this.#dispatcher });
      const text = () => textOf(response, watch);
      Object.defineProperty(response, 'text', { value: text, configurable: true });
      if (meter.seen.wantsHead()) meter.seen.head('1.1', response.headers);
      this.received(response);
      return response;
    };
    this.urql = new Client({
      url,
      fetch: onConnection as unknown as typeof fetch,
      exchanges: [fetchExchange],
      requestPolicy: 'network-only',
      preferGetMethod: false,
    });
    this.#dispatcher = new undici.Client(new URL(addressOrigin(address)).origin, {
      pipelining: 1,
      // The trial has its own timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: maxBytes,
      connect: (_options, callback) => {
        const socket = openSocket(address, meter, watch);
        const refused = (error: Error) => callback(error, null);
        socket.once('error', refused);
        socket.once(address.tls ? 'secureConnect' : 'connect', () => {
          socket.off('error', refused);
          callback(null, socket);
        });
      },
    });
  }

  /** Called for every answer before the library reads it. */
  protected received(_response: Response): void {}

  destroy(): void {
    // Requests in flight are notified; nothing else waits for it.
    this.#dispatcher.destroy().catch(() => undefined);
  }
}

function oneConnection(address: Address, meter: ByteMeter): OneConnection<GraphqlClient> {
  const watch = newWatch();
  const url = addressOrigin(address) + endpointOf('graphql', '');
  return { transport: new GraphqlClient(address, meter, watch, url), watch };
}

type Source = ReturnType<Client['query']>;
type Result = Awaited<ReturnType<Source['toPromise']>>;

/** Waits for the only result of a call; aborting it ends the call in the library. */
export function resultOf(source: Source, signal: AbortSignal): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const { unsubscribe } = source.subscribe(resolve);
  const giveUp = () => {
    // Immediately: otherwise the next call with the same query would get this one's answer.
    unsubscribe();
    reject(signal.reason);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  return promise.finally(() => {
    signal.removeEventListener('abort', giveUp);
    unsubscribe();
  });
}

/** The failure of an answer; null if there was no answer. */
function failureOf(error: NonNullable<Result['error']>): Failure | null {
  const said = errorsFailure(error.graphQLErrors);
  if (said) return said;
  const response: unknown = error.response;
  if (!(response instanceof undici.Response)) return null;
  const pool = response.headers.get(refusalHeader) === poolRefusal;
  const reason = error.networkError?.message ?? '';
  const failure = statusFailure(response.status, reason, pool);
  // A `fetch` error is not an error of reading the answer.
  if (failure || error.networkError?.cause) return failure;
  return undecodableFailure(error.networkError);
}

/** @throws CallFailure, or the error that broke the connection. */
function answerOf(operation: OperationDescription, { data, error }: Result): Message {
  if (error) {
    const failure = failureOf(error);
    if (failure) throw new CallFailure(failure);
    // `fetch` wraps the cause in its own error.
    throw error.networkError?.cause ?? error.networkError ?? error;
  }
  try {
    return messageIn(operation, data);
  } catch (unfit) {
    throw new CallFailure(undecodableFailure(unfit));
  }
}

/** GraphQL through @urql/core, without its cache, over HTTP/1.1 with undici. */
export const openGraphqlLibrary: DriverFactory = async ({ address, meter }) => ({
  prepare: (operation, message) => {
    const document = documentOf(operation);
    const call: LibraryCall<GraphqlClient> = async (client, signal) => {
      const variables = jsonValue(operation.request, message);
      const { urql } = client;
      const source = operation.changes
        ? urql.mutation(document, variables)
        : urql.query(document, variables);
      return answerOf(operation, await resultOf(source, signal));
    };
    return { operation, call };
  },
  open: () => new LibraryHttpConnection(oneConnection(address, meter)),
  close: () => undefined,
});
