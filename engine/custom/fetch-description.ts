import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** Larger answers are no description that anybody wrote. */
const mostBytes = 64 * 1024 * 1024;
/** Until the whole answer has come, in milliseconds. */
const patienceMs = 30_000;

export interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

async function bounded(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RangeError(`the answer is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Asks for a description over HTTP. Redirections are not followed: they may lead anywhere.
 * @throws WirebenchError SERVICE_INVALID when nothing whole comes back in time.
 */
export async function fetchDescription(
  address: string,
  options: Pick<Dispatcher.RequestOptions, 'method' | 'body'> & {
    readonly headers?: Readonly<Record<string, string>>;
  } = { method: 'GET' },
): Promise<TextAnswer> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { statusCode, headers, body } = await request(address, { ...options, signal });
    const text = await bounded(body);
    if (statusCode >= 300 && statusCode < 400) {
      throw new RangeError(
        `it answered ${statusCode}, look at ${String(headers.location)} instead`,
      );
    }
    return { status: statusCode, text };
  } catch (cause) {
    const message = `${address} could not be read: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
}
