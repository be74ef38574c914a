import type { WireCapture, WireDirection } from '../../contracts/wire.ts';
import type { WireChunk, WireReading } from '../../contracts/wire-messages.ts';
import type { Protocol } from '../../contracts/words.ts';
import { readRecording } from '../../workers/wire/read-recording.ts';

/** Bytes in one direction at some time, as text. */
export type Line = readonly [direction: WireDirection, atMs: number, text: string | Buffer];

export function chunksOf(lines: readonly Line[]): WireChunk[] {
  return lines.map(([direction, atMs, content]) => ({
    direction,
    atMs,
    bytes: new Uint8Array(typeof content === 'string' ? Buffer.from(content, 'utf8') : content),
  }));
}

/** A message of HTTP/1.1 with the length of its body. */
export function httpMessage(start: string, type: string, body: string): string {
  const length = Buffer.byteLength(body);
  return `${start}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

const bodies = {
  rest: {
    type: 'application/json',
    body: '{"id":"0","name":"Coffee","description":"a small one"}',
  },
  soap: {
    type: 'text/xml; charset=utf-8',
    body: '<e:Envelope xmlns:e="urn:e"><e:Body><id>0</id><name>Coffee</name></e:Body></e:Envelope>',
  },
} as const;

/** A reading of two calls over HTTP/1.1 on one connection. */
export function httpReading(protocol: 'rest' | 'soap', options: Options): WireReading {
  const { type, body } = bodies[protocol];
  const request = httpMessage(`POST /${protocol} HTTP/1.1`, type, body);
  const answer = httpMessage('HTTP/1.1 200 OK', type, body);
  return readingOf(protocol, options, [
    ['sent', 1, request],
    ['received', 2, answer],
    ['sent', 3, request],
    ['received', 4, answer],
  ]);
}

type Options = Pick<WireCapture, 'shape' | 'tls' | 'client' | 'text'>;

export function readingOf(
  protocol: Protocol,
  { shape, tls, client, text }: Options,
  lines: readonly Line[],
  keyLog = '',
): WireReading {
  const chunks = chunksOf(lines);
  const sum = (direction: WireDirection) =>
    chunks
      .filter((chunk) => chunk.direction === direction)
      .reduce((total, { bytes }) => total + bytes.length, 0);
  return {
    order: {
      cell: { protocol, shape, tls, client },
      address: { host: '127.0.0.1', port: 1, basePath: '', tls: null },
      workload: 'product',
      text,
      seed: 1,
      data: {},
      fields: 'full',
      dates: 'full',
      formats: 'separate',
      calls: 2,
      timeoutMs: 1000,
      contents: false,
    },
    done: {
      startedAt: 0n,
      calls: [
        { sentAt: 1_000_000n, answeredAt: 2_000_000n },
        { sentAt: 3_000_000n, answeredAt: 4_000_000n },
      ],
      counted: { sent: sum('sent'), received: sum('received') },
      contents: null,
    },
    recording: { connections: [{ openedMs: 0, closedMs: 5, chunks }], keyLog },
    takenAt: '2026-01-01T12:00:00.000Z',
  };
}

/** A capture over HTTP/1.1 without TLS, whatever was requested; gRPC is shown like REST. */
export function scriptedCapture(options: Options & { readonly protocol: Protocol }): WireCapture {
  const form = options.protocol === 'soap' ? 'soap' : 'rest';
  const capture = readRecording(httpReading(form, { ...options, tls: 'off' }));
  return { ...capture, protocol: options.protocol, tls: options.tls };
}
