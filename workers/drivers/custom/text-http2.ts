import type { TextCall } from '../../../contracts/custom.ts';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { DataTables } from '../../../workloads/custom/rows.ts';
import { textWriter } from '../../../workloads/custom/written-text.ts';
import type { Driver, Failure } from '../driver.ts';
import { hostHeader } from '../http1/request.ts';
import { Http2Connection } from '../http2/connection.ts';
import { newHttpReply } from '../http2/http-reply.ts';
import { PreparedCall, PreparedHead } from '../http2/prepared-call.ts';
import type { StreamReply } from '../http2/reply.ts';
import type { ReplyHead } from '../http2/reply-head.ts';
import type { Http2Request } from '../http2/request.ts';
import { wireOpener } from '../socket.ts';
import { checkedAnswer } from './answer.ts';
import {
  type CallsByOperation,
  type CustomDriverOptions,
  type KnownCall,
  writersOf,
} from './calls.ts';
import { looksAtBody, textFailure } from './text-call.ts';

const noBody = Buffer.alloc(0);
/** Fields that belong to a connection of HTTP/1.1 alone (RFC 9113, 8.2.2), and those that frames tell. */
const unsent = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** The answer to a request of the user's own: its fields are kept, and its success is the request's to judge. */
class CustomReply implements StreamReply {
  readonly #known: KnownCall<TextCall>;
  readonly #reply = newHttpReply();
  #status = 0;
  #wanted = false;
  fields: readonly HeaderField[] = [];

  constructor(known: KnownCall<TextCall>) {
    this.#known = known;
  }

  get size(): number {
    return this.#reply.size;
  }

  get content(): Buffer {
    return this.#wanted ? this.#reply.content : noBody;
  }

  reset(keep: boolean): void {
    this.#wanted = keep;
    this.#status = 0;
    this.fields = [];
    this.#reply.reset(keep || looksAtBody(this.#known.call));
  }

  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    if (this.#status < 200 && head.httpStatus !== null) {
      this.#status = head.httpStatus;
      this.fields = head.fields;
    }
    return this.#reply.takeHead(head, endStream);
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    return this.#reply.takeData(bytes, start, end);
  }

  conclude(): Failure | null {
    const failure = this.#reply.conclude();
    if (failure && failure.kind !== 'status') return failure;
    const { call, status } = this.#known;
    return textFailure(call, status, this.#status, this.#reply.content);
  }
}

/** Requests of the user's own over HTTP/2, by our own frames on a socket. */
export function openTextHttp2(
  options: CustomDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter, resumption } = options;
  const tables = new DataTables(options.service.data);
  const requestOf = writersOf(options, calls, (known) => {
    const { call } = known;
    const write = textWriter(call, tables);
    const newReply = () => new CustomReply(known);
    let shared: { readonly key: string; readonly head: PreparedHead } | null = null;
    /** Headers without values are the same each time, and encoded once. */
    const headOf = (headers: readonly HeaderField[]): PreparedHead => {
      const key = JSON.stringify(headers);
      if (shared?.key !== key) shared = { key, head: new PreparedHead(headers) };
      return shared.head;
    };
    return (operation, of): Http2Request => {
      const { target, headers, body } = write(of);
      const authority = headers.find(([name]) => name === 'host')?.[1];
      const head = headOf([
        [':method', call.method],
        [':scheme', address.tls ? 'https' : 'http'],
        [':authority', authority ?? hostHeader(address.host, address.port)],
        ...headers.filter(([name]) => !unsent.has(name)),
      ]);
      return {
        operation,
        call: new PreparedCall(head, Buffer.from(body ?? '', 'utf8'), [
          [':path', address.basePath + target],
        ]),
        newReply,
        decode: (content, fields) =>
          checkedAnswer(
            Number(fields.find(([name]) => name === ':status')?.[1] ?? 0),
            fields,
            content.toString('utf8'),
          ),
      };
    };
  });
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: requestOf,
    open: () => new Http2Connection(open),
    close: () => undefined,
  };
}
