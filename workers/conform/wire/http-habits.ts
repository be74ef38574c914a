import { setTimeout as delay } from 'node:timers/promises';
import { maxMessageBytes } from '../../../contracts/service-messages.ts';
import type { CheckedService, ConformCheck } from '../check.ts';
import type { HttpAnswered, HttpAsked, HttpClient } from './http-ask.ts';
import { openHttp } from './http-ask.ts';

/** Repeated calls of a protocol over HTTP/1.1. */
export interface NumberedCalls {
  asked(number: number, service: CheckedService): HttpAsked & { readonly body?: Buffer };
  /** @returns what is wrong with the answer to that number; null if it is right. */
  judge(answer: HttpAnswered, number: number, service: CheckedService): string | null;
}

interface Habit {
  readonly name: string;
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  readonly connections?: number;
  readonly pipelined?: number;
  readonly skip?: NonNullable<ConformCheck['skip']>;
  find(client: HttpClient, service: CheckedService): Promise<string | null>;
}

const manyCalls = 100;
const manyConnections = 200;
const pipelined = 10;
const partBytes = 1024 * 1024;

/** Requirements for connections, whatever is sent on them. */
export function httpHabits(calls: NumberedCalls): ConformCheck[] {
  const ask = async (client: HttpClient, number: number, service: CheckedService) =>
    calls.judge(await client.ask(calls.asked(number, service)), number, service);
  const askAll = async (client: HttpClient, count: number, service: CheckedService) => {
    const numbers = Array.from({ length: count }, (_, number) => number);
    const wrong = await Promise.all(numbers.map((number) => ask(client, number, service)));
    return firstWrong(wrong);
  };
  const post = calls.asked(0, orderless).method === 'POST';
  return habitsOf(ask, askAll, calls)
    .filter(({ name }) => post || !ofBodies.includes(name))
    .map(habitCheck);
}

/** Calls for every service, independent of its address. */
const orderless = {} as CheckedService;
const ofBodies = ['chunked', 'too-large'];

type Ask = (client: HttpClient, number: number, service: CheckedService) => Promise<string | null>;

function habitsOf(ask: Ask, askAll: Ask, calls: NumberedCalls): Habit[] {
  return [
    {
      name: 'keep-alive',
      holds: 'keeps a connection for any number of requests',
      sent: `${manyCalls} requests, one after the other, over one connection`,
      expected: 'right answers, all over that connection',
      find: async (client, service) => {
        for (let number = 0; number < manyCalls; number++) {
          const wrong = await ask(client, number, service);
          if (wrong !== null) return `to request ${number + 1}: ${wrong}`;
        }
        return client.opened === 1 ? null : `${client.opened} connections were needed`;
      },
    },
    {
      name: 'no-end',
      holds: 'announces no timeout of idle connections, which are users in their think time',
      sent: 'a request',
      expected: 'neither connection: close nor keep-alive: timeout',
      find: async (client, service) => {
        const { headers } = await client.ask(calls.asked(0, service));
        if (/close/i.test(String(headers.connection ?? ''))) return 'connection: close';
        const { 'keep-alive': promise } = headers;
        return promise === undefined ? null : `keep-alive: ${String(promise)}`;
      },
    },
    {
      name: 'idle',
      holds: 'closes no connection because it is idle',
      sent: 'a request, nothing for as long as --idle says, and a request over the same connection',
      expected: 'right answers, both over that connection',
      skip: ({ idleMs }) => (idleMs > 0 ? null : 'only with --idle'),
      find: async (client, service) => {
        const first = await ask(client, 0, service);
        await delay(service.idleMs);
        const second = first ?? (await ask(client, 1, service));
        return second ?? (client.opened === 1 ? null : 'the connection was closed');
      },
    },
    {
      name: 'pipelined',
      holds: 'answers pipelined requests in their order',
      sent: `${manyCalls} requests over one connection, ${pipelined} at once`,
      expected: 'right answers in the order of their requests',
      pipelined,
      find: (client, service) => askAll(client, manyCalls, service),
    },
    {
      name: 'parallel',
      holds: `takes ${manyConnections} connections at once`,
      sent: `${manyConnections} requests at once, each over a connection of its own`,
      expected: 'to each its own right answer',
      connections: manyConnections,
      find: (client, service) => askAll(client, manyConnections, service),
    },
    {
      name: 'uncompressed',
      holds: 'does not compress answers, even for clients that accept it',
      sent: 'a request with accept-encoding: gzip, br',
      expected: 'no header content-encoding',
      find: async (client, service) => {
        const asked = calls.asked(0, service);
        const headers = { ...asked.headers, 'accept-encoding': 'gzip, br' };
        const coding = (await client.ask({ ...asked, headers })).headers['content-encoding'];
        return coding === undefined || coding === 'identity' ? null : `content-encoding: ${coding}`;
      },
    },
    {
      name: 'chunked',
      holds: 'accepts bodies without an announced length',
      sent: 'a request with transfer-encoding: chunked, in parts of 7 bytes',
      expected: 'the right answer',
      find: async (client, service) => {
        const { body = Buffer.alloc(0), ...asked } = calls.asked(0, service);
        const answer = await client.ask({ ...asked, body: inParts(body, 7) });
        return calls.judge(answer, 0, service);
      },
    },
    {
      name: 'too-large',
      holds: 'refuses bodies longer than 134,217,728 bytes, and continues',
      sent: `a request with a body of ${maxMessageBytes + 1} bytes, then an ordinary one over another connection`,
      expected: 'status 413, or the connection is closed; then the right answer',
      connections: 2,
      find: async (client, service) => {
        const status = await statusOfLarge(client, calls.asked(0, service));
        if (status !== null && status !== 413) return `status ${status}`;
        return ask(client, 1, service);
      },
    },
  ];
}

function habitCheck({ find, connections, pipelined: most, ...words }: Habit): ConformCheck {
  return {
    ...words,
    find: async (service) => {
      const client = openHttp(service, {
        ...(connections === undefined ? {} : { connections }),
        ...(most === undefined ? {} : { pipelined: most }),
      });
      try {
        return await find(client, service);
      } finally {
        await client.close();
      }
    },
  };
}

/** The first wrong answer, and the number of others. */
export function firstWrong(wrong: readonly (string | null)[]): string | null {
  const found = wrong.findIndex((one) => one !== null);
  if (found < 0) return null;
  const count = wrong.filter((one) => one !== null).length;
  return `${count} of ${wrong.length} answers are wrong; to request ${found + 1}: ${wrong[found]}`;
}

async function* inParts(body: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += bytes) yield body.subarray(at, at + bytes);
}

async function* blanks(bytes: number): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(partBytes, ' ');
  for (let left = bytes; left > 0; left -= part.length) {
    yield left < part.length ? part.subarray(0, left) : part;
    // A refusing service has closed by now.
    await delay(0);
  }
}

/** @returns null if the connection was closed without an answer. */
async function statusOfLarge(client: HttpClient, asked: HttpAsked): Promise<number | null> {
  const bytes = maxMessageBytes + 1;
  const headers = { ...asked.headers, 'content-length': String(bytes) };
  try {
    return (await client.ask({ ...asked, headers, body: blanks(bytes) })).status;
  } catch (error) {
    const code = Object(error).code as unknown;
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return null;
    throw error;
  }
}
