import type { IncomingMessage } from 'node:http';
import type { ProbedPlace } from './finding.ts';
import { errorCodeOf, quoted } from './words.ts';

/** Maximum bytes read of an answer's header and body. */
const maxHeadBytes = 16_384;
const maxBodyBytes = 65_536;

/** The beginning of an answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly server: string | null;
  /** The beginning of the body. */
  readonly body: string;
}

/** Says that the service uses HTTP, for unexpected answers. */
export function spoken({ status, server }: HttpAnswer): string {
  return `The service uses HTTP (status ${status}${server === null ? '' : `, server ${quoted(server)}`})`;
}

/**
 * Sends one request over an open connection.
 * @param body JSON to POST; null for a GET.
 * @returns the answer, or the reason for having none.
 */
export function askOnce(
  { socket, authority }: Pick<ProbedPlace, 'socket' | 'authority'>,
  path: string,
  body: string | null = null,
): Promise<HttpAnswer | string> {
  // Loaded on the first probe, not at every start of the engine.
  const { request } = process.getBuiltinModule('node:http');
  return new Promise((resolve) => {
    const asked = request({
      createConnection: () => socket,
      path,
      method: body === null ? 'GET' : 'POST',
      headers: {
        host: authority,
        'user-agent': 'wirebench',
        connection: 'close',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      maxHeaderSize: maxHeadBytes,
    });
    asked.on('error', (error) => resolve(brokenWords(error)));
    asked.on('response', (response) => {
      readStart(response).then((body) => resolve({ ...headOf(response), body }), resolve);
    });
    asked.end(body ?? undefined);
  });
}

function headOf({ statusCode = 0, headers }: IncomingMessage): Omit<HttpAnswer, 'body'> {
  return { status: statusCode, server: typeof headers.server === 'string' ? headers.server : null };
}

/** The first bytes of a body, as far as they arrive. */
function readStart(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const done = () => {
      response.destroy();
      resolve(Buffer.concat(pieces).subarray(0, maxBodyBytes).toString('utf8'));
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxBodyBytes) done();
    });
    response.on('end', done);
    response.on('error', done);
    response.on('close', done);
  });
}

function brokenWords(error: Error): string {
  const code = errorCodeOf(error);
  if (code === 'HPE_HEADER_OVERFLOW')
    return 'The header of the answer is incomplete; it was cut off.';
  if (code.startsWith('HPE_')) return `The answer is not HTTP: ${quoted(error.message)}.`;
  if (code === 'ECONNRESET') return 'The connection was closed without an answer.';
  return `There was no answer: ${quoted(error.message)}.`;
}
