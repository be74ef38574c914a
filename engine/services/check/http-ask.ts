import type { IncomingMessage } from 'node:http';
import type { ProbedPlace } from './finding.ts';
import { errorCodeOf, quoted } from './words.ts';

/** So much of an answer is read, of its head and of its body; what comes on top is not waited for. */
const maxHeadBytes = 16_384;
const maxBodyBytes = 65_536;

/** The beginning of an answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly server: string | null;
  /** The beginning of the body. */
  readonly body: string;
}

/** That HTTP is spoken, for answers that are not what was hoped for. */
export function spoken({ status, server }: HttpAnswer): string {
  return `The service uses HTTP (status ${status}${server === null ? '' : `, server ${quoted(server)}`})`;
}

/**
 * Sends one request over a connection that is open already.
 * @param body JSON to POST; null for a GET.
 * @returns the answer, or why there is none.
 */
export function askOnce(
  { socket, authority }: Pick<ProbedPlace, 'socket' | 'authority'>,
  path: string,
  body: string | null = null,
): Promise<HttpAnswer | string> {
  // Loaded when a service is asked, and not whenever the engine starts.
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

/** The first bytes of a body, as far as they come. */
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
