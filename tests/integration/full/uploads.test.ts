import { createHash } from 'node:crypto';
import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { clientKinds } from '../../../contracts/words.ts';
import { protocolClients } from '../../../workers/registry.ts';
import type { Message } from '../../../workloads/description.ts';
import { teamDescription } from '../../../workloads/team/messages.ts';
import { connect, newMeter, OneOutcome, plainAddress } from '../../support/loopback.ts';

const operation = teamDescription.operations['upload-streamed'];
const partBytes = 64 * 1024 + 1;
const partCount = 400;
const totalBytes = partBytes * partCount;

/** A file of 25 MB in parts, and how many of them have been made. */
function file() {
  const made = { parts: 0 };
  const part = Buffer.from(Array.from({ length: partBytes }, (_, at) => at % 251));
  function* messages(): Generator<Message> {
    while (made.parts < partCount) {
      made.parts++;
      yield { content: new Uint8Array(part) };
    }
  }
  const hash = createHash('sha256');
  for (let count = 0; count < partCount; count++) hash.update(part);
  return { made, messages, sha256: hash.digest('hex') };
}

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Sends a file. @returns the answer, or the kind and code of the failure. */
async function upload(
  protocol: 'rest' | 'rest-h2' | 'soap' | 'grpc',
  client: (typeof clientKinds)[number],
  port: number,
  messages: () => Iterable<Message>,
): Promise<Message | string> {
  const factory = await protocolClients[protocol][client]();
  const driver = await factory({
    address: plainAddress(port),
    workload: teamDescription,
    fields: 'full',
    timeoutMs: 60_000,
    meter: newMeter(),
    resumption: false,
  });
  const connection = driver.open();
  closers.push(() => driver.close());
  closers.push(() => connection.close());
  expect(await connect(connection)).toBeNull();
  const prepared = driver.prepareStream?.(operation, messages);
  if (!prepared) throw new Error('the driver sends no streams');
  const sink = new OneOutcome();
  connection.send(prepared, sink, true);
  const outcome = await sink.outcome;
  if ('failure' in outcome) return `${outcome.failure.kind} ${outcome.failure.code}`;
  return outcome.reply?.() ?? 'no reply';
}

/** Records what a server saw of a body: it reads nothing until the client creates no more parts. */
async function readLate(body: Readable, made: { readonly parts: number }) {
  body.pause();
  let seen = -1;
  await expect
    .poll(() => {
      const isSame = seen === made.parts;
      seen = made.parts;
      return isSame;
    })
    .toBe(true);
  const early = made.parts;
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return { early, content: Buffer.concat(parts) };
}

const listening = async (server: http.Server | http2.Http2Server): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};

type Seen = Awaited<ReturnType<typeof readLate>> & { readonly type: string | undefined };

/** A server over HTTP that returns what it received. */
async function startServer(
  version: 1 | 2,
  made: { readonly parts: number },
  answer: (seen: Seen) => string,
): Promise<{ port: number; seen: Seen[] }> {
  const seen: Seen[] = [];
  const take = async (body: Readable, type: string | undefined): Promise<string> => {
    const one = { ...(await readLate(body, made)), type };
    seen.push(one);
    return answer(one);
  };
  if (version === 1) {
    const server = http.createServer((request, response) => {
      take(request, request.headers['content-type']).then((text) => response.end(text));
    });
    closers.push(() => server.close());
    return { port: await listening(server), seen };
  }
  const server = http2.createServer();
  server.on('stream', (stream, headers) => {
    take(stream, headers['content-type']).then((text) => {
      stream.respond({ ':status': 200, 'content-type': 'application/json' });
      stream.end(text);
    });
  });
  closers.push(() => server.close());
  return { port: await listening(server), seen };
}

const receiptOf = (content: Buffer): Message => ({
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

describe('a file of 25 MB in parts', () => {
  it.each([
    ['rest', 'raw', 1],
    ['rest', 'library', 1],
    ['rest-h2', 'raw', 2],
    ['rest-h2', 'library', 2],
  ] as const)('goes over %s, %s, no faster than it is read', async (protocol, client, version) => {
    const { made, messages, sha256 } = file();
    const server = await startServer(version, made, ({ content }) =>
      JSON.stringify(receiptOf(content)),
    );
    const answer = await upload(protocol, client, server.port, messages);
    expect(answer).toEqual({ bytes: totalBytes, sha256 });
    const [{ early, type } = { early: partCount, type: '' }] = server.seen;
    expect(type).toBe('application/octet-stream');
    // Sockets of this machine buffer some megabytes; the remainder waits to be created.
    expect(early).toBeLessThan(partCount / 2);
  });

  it('goes over SOAP in base64', async () => {
    const { made, messages, sha256 } = file();
    const server = await startServer(1, made, ({ content }) => {
      const base64 = /<(?:\w+:)?content>([^<]*)</.exec(content.toString('latin1'))?.[1] ?? '';
      const { bytes, sha256: hash } = receiptOf(Buffer.from(base64, 'base64'));
      return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><UploadStreamedResponse xmlns="urn:wirebench:team:v1"><bytes>${bytes}</bytes><sha256>${hash}</sha256></UploadStreamedResponse></s:Body></s:Envelope>`;
    });
    const answer = await upload('soap', 'raw', server.port, messages);
    expect(answer).toEqual({ bytes: totalBytes, sha256 });
    expect(server.seen[0]?.early).toBeLessThan(partCount / 2);
  });
});
