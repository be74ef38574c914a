import http from 'node:http';
import fc from 'fast-check';
import {
  defaultLimits,
  type Response,
  type ResponseLimits,
  ResponseParser,
} from '../../workers/drivers/http1/response-parser.ts';
import { listen } from './loopback.ts';

/** A response as parsed; its body in Latin1, null if it was not kept. */
type Parsed = Pick<Response, 'status' | 'length' | 'keepAlive'> & { readonly body: string | null };

/**
 * Feeds chunks to a parser as a socket does: through one reused buffer, whose other bytes would
 * complete any head or body if the parser read beyond its chunk.
 */
export function parseChunks(
  chunks: readonly Buffer[],
  options: { keepBody?: boolean; limits?: ResponseLimits; end?: boolean } = {},
): { responses: readonly Parsed[]; failure: string | null } {
  const responses: Parsed[] = [];
  let failure: string | null = null;
  const parser = new ResponseParser(
    ({ status, length, keepAlive, body }) =>
      responses.push({ status, length, keepAlive, body: body?.toString('latin1') ?? null }),
    ({ code }) => {
      failure = code;
    },
    options.limits ?? defaultLimits,
  );
  parser.keepBody = options.keepBody ?? true;
  for (const chunk of chunks) {
    const start = 7;
    const shared = Buffer.alloc(start + chunk.length + 16, '\r\n\r\n');
    chunk.copy(shared, start);
    parser.execute(shared, start, start + chunk.length);
    shared.fill('x');
  }
  if (options.end ?? true) parser.finish();
  return { responses, failure };
}

/** Why a whole stream of bytes is refused; null if it is accepted. */
export function refusal(bytes: Buffer): string | null {
  let message: string | null = null;
  const parser = new ResponseParser(
    () => undefined,
    (failure) => {
      message = failure.message;
    },
  );
  parser.execute(bytes, 0, bytes.length);
  parser.finish();
  return message;
}

/** A valid response with its correct interpretation; `untilClose` if the end of the connection ends its body. */
type ValidResponse = Pick<Response, 'status' | 'keepAlive'> & {
  readonly bytes: Buffer;
  readonly body: string;
  readonly untilClose: boolean;
};

const token = fc.string({
  unit: fc.constantFrom(...'abcXYZ019-_.!~'),
  minLength: 1,
  maxLength: 12,
});
const text = fc.string({ unit: fc.constantFrom(...'ab c;,="/é\t'), maxLength: 20 });
const headers = fc.array(
  fc.tuple(
    token.map((name) => `X-${name}`),
    text,
  ),
  { maxLength: 3 },
);
const body = fc.uint8Array({ maxLength: 60 }).map((octets) => Buffer.from(octets));
const anyCase = (name: string) =>
  fc.mixedCase(fc.constant(name), { untoggleAll: (whole) => whole });

interface Parts {
  readonly version: '1.0' | '1.1';
  readonly interim: readonly number[];
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly connection: 'close' | 'keep-alive' | null;
  readonly framing: 'length' | 'chunked' | 'until-close';
  readonly body: Buffer;
  readonly cuts: readonly number[];
  readonly extension: string;
  readonly trailers: readonly (readonly [string, string])[];
  readonly names: { length: string; encoding: string; connection: string };
}

const field = ([name, value]: readonly [string, string]) => `${name}: ${value}\r\n`;

function chunked(parts: Parts): Buffer {
  const edges = [...new Set(parts.cuts.map((cut) => cut % (parts.body.length + 1)))].sort(
    (a, b) => a - b,
  );
  const pieces = [0, ...edges]
    .map((from, index) => parts.body.subarray(from, edges[index] ?? parts.body.length))
    .filter((piece) => piece.length > 0);
  return Buffer.concat([
    ...pieces.flatMap((piece) => [
      Buffer.from(`${piece.length.toString(16)}${parts.extension}\r\n`, 'latin1'),
      piece,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`0${parts.extension}\r\n${parts.trailers.map(field).join('')}\r\n`, 'latin1'),
  ]);
}

function render(parts: Parts): ValidResponse {
  const { version, status, framing, names } = parts;
  const bodiless = status === 204 || status === 304;
  const lines = [`HTTP/${version} ${status} ${parts.reason}\r\n`, ...parts.headers.map(field)];
  if (parts.connection) lines.push(field([names.connection, parts.connection]));
  if (framing === 'length') lines.push(field([names.length, String(parts.body.length)]));
  if (framing === 'chunked') lines.push(field([names.encoding, 'chunked']));
  const interim = parts.interim.map((code) => `HTTP/1.1 ${code} Wait\r\nX-Early: 1\r\n\r\n`);
  const content = framing === 'chunked' ? chunked(parts) : parts.body;
  const untilClose = framing === 'until-close' && !bodiless;
  const wantsKeepAlive =
    version === '1.1' ? parts.connection !== 'close' : parts.connection === 'keep-alive';
  return {
    bytes: Buffer.concat([
      Buffer.from(`${interim.join('')}${lines.join('')}\r\n`, 'latin1'),
      bodiless ? Buffer.alloc(0) : content,
    ]),
    status,
    body: bodiless ? '' : parts.body.toString('latin1'),
    keepAlive: wantsKeepAlive && !untilClose,
    untilClose,
  };
}

/** Any response that a correct service may send: all framings, versions, interim responses, trailers. */
export const validResponse: fc.Arbitrary<ValidResponse> = fc
  .record<Parts>({
    version: fc.constantFrom('1.1', '1.1', '1.0'),
    interim: fc.array(fc.constantFrom(100, 102, 103), { maxLength: 2 }),
    status: fc.constantFrom(200, 200, 201, 204, 304, 400, 404, 500, 503, 999),
    reason: text,
    headers,
    connection: fc.constantFrom(null, 'close', 'keep-alive'),
    framing: fc.constantFrom('length', 'length', 'chunked', 'until-close'),
    body,
    cuts: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
    extension: fc.constantFrom('', ';a', ';a=b', ';a="q; é";c'),
    trailers: headers,
    names: fc.record({
      length: anyCase('content-length'),
      encoding: anyCase('transfer-encoding'),
      connection: anyCase('connection'),
    }),
  })
  // The chunked coding belongs to HTTP/1.1; a message of HTTP/1.0 with it is faulty.
  .filter((parts) => parts.version === '1.1' || parts.framing !== 'chunked')
  .map(render);

/** Small damage to a response: octets replaced, inserted, removed or duplicated. */
export const damaged: fc.Arbitrary<Buffer> = fc
  .tuple(
    validResponse,
    fc.array(
      fc.record({
        how: fc.constantFrom('replace', 'insert', 'remove', 'repeat'),
        at: fc.nat(),
        octets: fc.oneof(
          fc.constantFrom('\r', '\n', '\r\n', ' ', ':', '0', ';', '\0', ',', '\t', '\u00a0', '+'),
          fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 2 }),
        ),
        length: fc.integer({ min: 1, max: 12 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([{ bytes }, wounds]) =>
    wounds.reduce((buffer, { how, at, octets, length }) => {
      const from = at % (buffer.length + 1);
      const to = Math.min(buffer.length, from + length);
      const added = how === 'repeat' ? buffer.subarray(from, to) : Buffer.from(octets, 'latin1');
      const rest = how === 'replace' ? from + added.length : how === 'remove' ? to : from;
      const middle = how === 'remove' ? Buffer.alloc(0) : added;
      return Buffer.concat([buffer.subarray(0, from), middle, buffer.subarray(rest)]);
    }, bytes),
  );

/** How Node's own client interprets the bytes of a response. */
type NodeOutcome =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: string;
      readonly keepAlive: boolean;
    }
  | { readonly ok: false; readonly code: string };

export type NodeReference = Awaited<ReturnType<typeof startNodeReference>>;

/** A loopback server that answers Node's `http` client with chosen bytes and then closes the connection. */
export async function startNodeReference() {
  let answer: Buffer = Buffer.alloc(0);
  const server = await listen((socket) => void socket.once('data', () => socket.end(answer)));
  const read = (bytes: Buffer) => {
    answer = bytes;
    return readWithNode(server.port);
  };
  return { read, close: server.close };
}

function readWithNode(port: number): Promise<NodeOutcome> {
  const agent = new http.Agent({ keepAlive: true });
  return new Promise<NodeOutcome>((resolve) => {
    const request = http.request({ host: '127.0.0.1', port, agent, method: 'POST' });
    const failed = (error: NodeJS.ErrnoException) =>
      resolve({ ok: false, code: error.code ?? error.message });
    request.on('error', failed);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ ok: false, code: 'UPGRADE' });
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', failed);
      response.on('end', () =>
        resolve({
          ok: true,
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts).toString('latin1'),
          keepAlive: request.shouldKeepAlive,
        }),
      );
    });
    request.end();
  }).finally(() => agent.destroy());
}
