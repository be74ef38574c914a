import { type EventEmitter, once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type Agent, request } from 'undici';
import { messageOf } from '../../../contracts/errors.ts';
import type { AskedKind } from './places.ts';

/** Limit on one question, in milliseconds. */
export const questionMs = 5000;
/** Larger answers are no plausible descriptions. */
const maxBytes = 20_000_000;
const maxJumps = 3;
/** What has to be in view at once to recognise a description, in characters. */
const seenAtOnce = 4000;

/** What an address answered. */
export interface Probed {
  /** Null where it did not answer in HTTP. */
  readonly status: number | null;
  /** Kind of description that the answer looks like. */
  readonly looksLike: AskedKind | null;
  /** In a few words: `status 404`, `no answer within 5 s`. */
  readonly words: string;
}

/** Linear in the length of the text, which is not trusted. */
function kindOf(text: string): AskedKind | null {
  if (/(?:^|[\s{,])["']?(?:openapi|swagger)["']?\s{0,20}:\s{0,20}["']?[23]\b/.test(text))
    return 'openapi';
  const isWsdl =
    text.includes('schemas.xmlsoap.org/wsdl') && /<(?:[\w.-]{1,50}:)?definitions[\s>]/.test(text);
  return isWsdl ? 'wsdl' : null;
}

/** Reads until a description is recognised, or to the end. @throws RangeError when it is too large. */
async function recognised(body: Readable): Promise<AskedKind | null> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let seen = '';
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError(`an answer of more than ${maxBytes} bytes`);
    seen = seen.slice(-seenAtOnce) + decoder.decode(chunk, { stream: true });
    const kind = kindOf(seen);
    if (kind !== null) return kind;
  }
  return null;
}

/** The first bytes of an answer, as text. */
async function beginning(body: Readable, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > most) break;
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, most);
}

/** Whether an answer is one of GraphQL: data, or errors with a message. */
function isGraphqlAnswer(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null) return false;
    const { data, errors } = answer as { data?: { __typename?: unknown }; errors?: unknown };
    if (typeof data?.__typename === 'string') return true;
    return Array.isArray(errors) && typeof errors[0]?.message === 'string' && !('status' in answer);
  } catch {
    // Not JSON, so not GraphQL.
    return false;
  }
}

const seconds = `${questionMs / 1000} s`;

/** Why a question got no answer, in a few words. */
function whyNot(error: unknown): string {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT/.test(code)) {
    return `no answer within ${seconds}`;
  }
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such host is known';
  if (name === 'HTTPParserError') return 'it does not speak HTTP/1.1';
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return 'it closed the connection';
  return messageOf(error).replace(/\s+/g, ' ').slice(0, 200);
}

interface Asked {
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

const question = JSON.stringify({ query: '{__typename}' });

/** Asks once. Redirections are followed on the same host only. */
async function ask(
  address: string,
  kind: AskedKind,
  { agent, signal }: Asked,
  jumps: number,
): Promise<Probed> {
  const isGraphql = kind === 'graphql';
  const { statusCode, headers, body } = await request(address, {
    dispatcher: agent,
    signal,
    method: isGraphql ? 'POST' : 'GET',
    headers: isGraphql
      ? {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
        }
      : { accept: 'application/json, application/yaml, text/xml, */*' },
    ...(isGraphql ? { body: question } : {}),
  });
  const done = (looksLike: AskedKind | null, words = `status ${statusCode}`): Probed => {
    // The rest of the answer is not wanted, and ends with the connection.
    body.destroy();
    return { status: statusCode, looksLike, words };
  };
  body.on('error', () => undefined);
  if (statusCode >= 300 && statusCode < 400 && typeof headers.location === 'string') {
    const { location } = headers;
    const next = URL.canParse(location, address) ? new URL(location, address) : null;
    const shown = location.slice(0, 200);
    if (next?.hostname !== new URL(address).hostname || !/^https?:$/.test(next.protocol)) {
      return done(null, `status ${statusCode}, leads elsewhere and is not followed: ${shown}`);
    }
    if (jumps === 0 || isGraphql) return done(null, `status ${statusCode}, leads to ${shown}`);
    body.destroy();
    return ask(next.href, kind, { agent, signal }, jumps - 1);
  }
  if (isGraphql) {
    if (statusCode === 404) return done(null);
    return done(isGraphqlAnswer(await beginning(body, 100_000)) ? 'graphql' : null);
  }
  return done(statusCode === 200 ? await recognised(body) : null);
}

/** Asks an address for a description of a kind. Never rejects. */
export async function probe(
  address: string,
  kind: AskedKind,
  { agent, signal }: Asked,
): Promise<Probed> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(questionMs)]);
  try {
    return await ask(address, kind, { agent, signal: within }, maxJumps);
  } catch (error) {
    return { status: null, looksLike: null, words: whyNot(error) };
  }
}

type Connection = EventEmitter & { destroy(): unknown };

/** Waits for an event of a connection, then closes it. @returns null, or why it did not come. */
async function reached(
  connection: Connection,
  event: string,
  signal: AbortSignal,
): Promise<string | null> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(questionMs)]);
  // Closing it may fail, which no longer matters.
  connection.on('error', () => undefined);
  const closed = new Promise<string>((resolve) =>
    connection.once('close', () => resolve('it closed the connection')),
  );
  try {
    const came = once(connection, event, { signal: within }).then(() => null);
    return await Promise.race([came, closed]);
  } catch (error) {
    return whyNot(error);
  } finally {
    connection.destroy();
  }
}

const nameOf = (host: string) => (isIP(host) ? {} : { servername: host });

/** Whether a port is open. @returns null, or why not. */
export function whyClosed(host: string, port: number, signal: AbortSignal): Promise<string | null> {
  return reached(connect({ host, port }), 'connect', signal);
}

/** Whether TLS is spoken there, whoever’s certificate it is. */
export async function speaksTls(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  // Only a handshake: nothing is sent over this connection.
  const socket = connectTls({ host, port, ...nameOf(host), rejectUnauthorized: false });
  return (await reached(socket, 'secureConnect', signal)) === null;
}

/** Whether HTTP/2 is spoken there, as gRPC needs it. @returns null, or why not. */
export async function whyNoHttp2(origin: string, signal: AbortSignal): Promise<string | null> {
  const { hostname } = new URL(origin);
  const session = connectHttp2(origin, nameOf(hostname.replace(/^\[|\]$/g, '')));
  const why = await reached(session, 'remoteSettings', signal);
  return why === null || /certificate|within|listens/i.test(why) ? why : 'it does not speak HTTP/2';
}
