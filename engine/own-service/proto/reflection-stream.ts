import { type ClientHttp2Stream, connect, constants } from 'node:http2';
import { isIP } from 'node:net';
import { type Address, tlsFields } from '../../../contracts/worker-messages.ts';
import { prefixBytes, prefixMessage } from '../../../protocols/grpc/messages.ts';
import { grpcStatusNames } from '../../../protocols/grpc/status.ts';

/** A service with reflection. */
export interface ReflectedPlace {
  /** Host and port. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for plain text. */
  readonly tls: Address['tls'];
}

/** Maximum bytes of all reflection answers. */
const maxBytes = 32 * 1024 * 1024;

/** Why reflection failed. */
export class ReflectionFault extends Error {
  /** Whether another version of reflection cannot help. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Asks one question and returns its answer. */
export type QuestionAsker = (question: Buffer) => Promise<Buffer>;

const longestMessage = 200;

/** A gRPC status as text. */
export function statusWords(code: number, message: string): string {
  const name = grpcStatusNames[code] ?? `status ${code}`;
  const text = message.slice(0, longestMessage);
  return text === '' ? name : `${name} (${text})`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Splits incoming data into messages for the waiting questions, in order. */
class Answers {
  readonly #waiting: { resolve(message: Buffer): void; reject(error: Error): void }[] = [];
  #rest = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #wanted = prefixBytes;
  #held = 0;
  #bytes = 0;
  #fault: Error | null = null;

  next(): Promise<Buffer> {
    if (this.#fault) return Promise.reject(this.#fault);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  fail(error: Error): void {
    this.#fault ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#fault);
  }

  /** @throws ReflectionFault when it is too long, or invalid. */
  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes)
      throw new ReflectionFault(`its answers are larger than ${maxBytes} bytes`, true);
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held < this.#wanted) return;
    this.#rest = Buffer.concat(this.#chunks);
    this.#cut();
    this.#chunks = [this.#rest];
    this.#held = this.#rest.length;
  }

  #cut(): void {
    this.#wanted = prefixBytes;
    while (this.#rest.length >= prefixBytes) {
      if (this.#rest[0] !== 0) throw new ReflectionFault('its answer is not a gRPC message', true);
      const end = prefixBytes + this.#rest.readUInt32BE(1);
      if (end > maxBytes)
        throw new ReflectionFault(`an answer is larger than ${maxBytes} bytes`, true);
      this.#wanted = end;
      if (this.#rest.length < end) return;
      const waiting = this.#waiting.shift();
      if (!waiting) throw new ReflectionFault('it sent an unexpected answer', true);
      waiting.resolve(this.#rest.subarray(prefixBytes, end));
      this.#rest = this.#rest.subarray(end);
      this.#wanted = prefixBytes;
    }
  }
}

/** A message with its error code, which hints depend on. */
function withCode({ message, code }: NodeJS.ErrnoException): string {
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}

type Fields = Readonly<Record<string, string | string[] | number | undefined>>;

function follow(stream: ClientHttp2Stream, answers: Answers): void {
  const judge = (fields: Fields) => {
    const status = fields['grpc-status'];
    if (status === undefined) return;
    const words = statusWords(Number(status), decoded(String(fields['grpc-message'] ?? '')));
    answers.fail(new ReflectionFault(Number(status) === 0 ? 'it ended early' : words));
  };
  stream.on('response', (fields) => {
    const status = fields[':status'];
    if (status !== 200) answers.fail(new ReflectionFault(`HTTP ${status}`));
    else judge(fields);
  });
  stream.on('trailers', judge);
  stream.on('data', (chunk: Buffer) => {
    try {
      answers.take(chunk);
    } catch (error) {
      answers.fail(error as Error);
      stream.close(constants.NGHTTP2_CANCEL);
    }
  });
  stream.on('error', ({ message, cause }) =>
    // An error of the connection, which affects all versions.
    answers.fail(
      cause instanceof Error
        ? new ReflectionFault(withCode(cause), true)
        : new ReflectionFault(message),
    ),
  );
  // A service may end its side without trailers, and leave the stream open.
  for (const end of ['end', 'close']) {
    stream.on(end, () => answers.fail(new ReflectionFault('it ended early')));
  }
}

/** Connection headers, which are refused in HTTP/2. */
const ofConnections =
  /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host|te)$/i;

/**
 * A connection to a service for reflection calls.
 * @param timeoutMs limit on the whole connection.
 */
export class ReflectionConnection {
  readonly #place: ReflectedPlace;
  readonly #session;
  readonly #timer: NodeJS.Timeout;
  #fault: ReflectionFault | null = null;
  #current: Answers | null = null;

  constructor(place: ReflectedPlace, timeoutMs: number) {
    this.#place = place;
    const { address, tls } = place;
    this.#session = connect(`${tls ? 'https' : 'http'}://${address}`, tlsOptions(tls));
    this.#session.on('error', (error) => this.#fail(withCode(error)));
    this.#session.on('close', () => this.#fail('it closed the connection'));
    this.#timer = setTimeout(() => {
      this.#fail(`it did not answer within ${timeoutMs / 1000} s`);
      this.#session.destroy();
    }, timeoutMs);
  }

  #fail(message: string): void {
    this.#fault ??= new ReflectionFault(message, true);
    this.#current?.fail(this.#fault);
  }

  /** Starts a call with a stream of questions and answers. @param path of its method. */
  converse(path: string): { readonly ask: QuestionAsker; end(): void } {
    if (this.#fault) throw this.#fault;
    const own = Object.entries(this.#place.headers).filter(([name]) => !ofConnections.test(name));
    const stream = this.#session.request({
      ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
      ':method': 'POST',
      ':path': path,
      te: 'trailers',
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'identity',
    });
    const answers = new Answers();
    this.#current = answers;
    follow(stream, answers);
    return {
      ask: (question) => {
        const answer = answers.next();
        if (!stream.writableEnded && !stream.destroyed) stream.write(prefixMessage(question));
        return answer;
      },
      end: () => stream.end(),
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#session.destroy();
  }
}

function tlsOptions(tls: Address['tls']): object {
  if (!tls) return {};
  return { ...tlsFields(tls), ...(isIP(tls.serverName) ? {} : { servername: tls.serverName }) };
}
