import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** Larger responses are not plausible descriptions. */
const maxBytes = 20_000_000;
/** Time limit for the complete response, in milliseconds. */
const timeoutMs = 30_000;
const maxJumps = 5;

export interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

async function bounded(body: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

type Asking = Pick<Dispatcher.RequestOptions, 'method' | 'body' | 'signal'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** The redirection target on the same host; null for a final response. @throws RangeError when it leads to another host. */
function redirected(address: string, status: number, location: unknown): string | null {
  if (status < 300 || status >= 400 || typeof location !== 'string') return null;
  const url = URL.canParse(location, address) ? new URL(location, address) : null;
  if (url && url.hostname === new URL(address).hostname) return url.href;
  throw new RangeError(`it answers ${status}, look at ${location.slice(0, 500)} instead`);
}

async function ask(address: string, asking: Asking, jumps: number): Promise<TextAnswer> {
  const { statusCode, headers, body } = await request(address, asking);
  const text = await bounded(body);
  const next = redirected(address, statusCode, headers.location);
  if (next === null) return { status: statusCode, text };
  if (jumps === 0) throw new RangeError('it leads from one address to the next');
  return ask(next, asking, jumps - 1);
}

/**
 * Fetches a description over HTTP. Redirections are followed on the same host only: others may lead anywhere.
 * @throws WirebenchError SERVICE_INVALID when no complete response arrives in time.
 */
export async function fetchDescription(
  address: string,
  asking: Asking = { method: 'GET' },
): Promise<TextAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await ask(address, { ...asking, signal }, maxJumps);
  } catch (cause) {
    const message = `${address} cannot be fetched: ${messageOf(cause)}`;
    throw new WirebenchError('SERVICE_INVALID', message, { cause });
  }
}
