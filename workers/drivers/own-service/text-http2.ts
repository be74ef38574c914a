import type { TextCall } from '../../../contracts/own-service.ts';
import { type Address, authorityOf } from '../../../contracts/worker-messages.ts';
import { encodeInteger, type HeaderField } from '../../../protocols/http2/hpack.ts';
import { type RequestNumber, tablesOf } from '../../../workloads/own-service/rows.ts';
import { renderTemplate } from '../../../workloads/own-service/template.ts';
import {
  type CompiledText,
  compileText,
  textPlaces,
} from '../../../workloads/own-service/written-text.ts';
import type { Driver, Failure } from '../driver.ts';
import { Http2Connection } from '../http2/connection.ts';
import { newHttpReply } from '../http2/http-reply.ts';
import { PreparedCall, PreparedHead } from '../http2/prepared-call.ts';
import type { StreamReply } from '../http2/reply.ts';
import type { ReplyHead } from '../http2/reply-head.ts';
import type { Http2Request } from '../http2/request.ts';
import { wireOpener } from '../socket.ts';
import { checkedAnswer } from './answer.ts';
import { ByteTemplate, written } from './byte-template.ts';
import {
  type CallsByOperation,
  type KnownCall,
  type OwnServiceDriverOptions,
  writersOf,
} from './calls.ts';
import { codingIn, undoes, unencoded } from './codings.ts';
import { RequestBuffer } from './request-buffer.ts';
import { isOfConnection, looksAtBody, textFailure } from './text-call.ts';

const noBody = Buffer.alloc(0);

/** The answer to a request to an own service: its fields are kept, and the request judges its success. */
class OwnServiceReply implements StreamReply {
  readonly #known: KnownCall<TextCall>;
  readonly #reply: StreamReply;
  #status = 0;
  #wanted = false;
  fields: readonly HeaderField[] = [];

  constructor(known: KnownCall<TextCall>) {
    this.#known = known;
    this.#reply = newHttpReply(known.call.method === 'HEAD', undoes);
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

  clear(): void {
    this.#reply.clear();
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
    const content = { body: this.#reply.content, coding: codingIn(this.fields) };
    return textFailure(call, status, this.#status, content);
  }
}

/** Requests to an own service over HTTP/2, with our own frames on a socket. */
export function openTextHttp2(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter, resumption } = options;
  const tables = tablesOf(options.service);
  const requestOf = writersOf(calls, (known) => {
    const { call } = known;
    const { target, headers, body } = compileText(call, tables);
    const headOf = headWriter(call, address, headers);
    const path = new ByteTemplate([
      [address.basePath, textPlaces.target],
      [target, textPlaces.target],
    ]);
    const content = new ByteTemplate(body ?? []);
    const into = new RequestBuffer();
    const newReply = () => new OwnServiceReply(known);
    const decode: Http2Request['decode'] = (answer, fields) =>
      checkedAnswer(
        Number(fields.find(([name]) => name === ':status')?.[1] ?? 0),
        () => fields,
        () => unencoded(answer, codingIn(fields)).toString('utf8'),
        () => answer,
      );
    return (operation, of): Http2Request => ({
      operation,
      call: new PreparedCall(headOf(of), written(content, of, into), pathField(path, of, into)),
      newReply,
      decode,
    });
  });
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: requestOf,
    open: () => new Http2Connection(open, meter.seen),
    close: () => undefined,
  };
}

/** Headers without values are constant, and encoded once. */
function headWriter(
  { method }: TextCall,
  { tls, ...place }: Address,
  headers: CompiledText['headers'],
): (of: RequestNumber) => PreparedHead {
  const { escaped } = textPlaces.header;
  const make = (of: RequestNumber): PreparedHead => {
    const sent = headers.map(
      ([name, value]): HeaderField => [name, renderTemplate(value, of, escaped)],
    );
    const authority = sent.find(([name]) => name === 'host')?.[1];
    return new PreparedHead([
      [':method', method],
      [':scheme', tls ? 'https' : 'http'],
      [':authority', authority ?? authorityOf(place)],
      ...sent.filter(([name]) => name !== 'host' && !isOfConnection(name)),
    ]);
  };
  const varies = headers.some(([, value]) => value.some((part) => typeof part !== 'string'));
  if (varies) return make;
  const shared = make({ sequence: 0, seed: 0 });
  return () => shared;
}

/** Index of `:path` in the static table, for a literal never indexed (RFC 7541, 6.2.2). */
const pathName = 4;

function pathField(path: ByteTemplate, of: RequestNumber, into: RequestBuffer): Buffer {
  into.begin(0);
  into.bytes[into.at++] = pathName;
  const from = into.length;
  path.append(of, into);
  const prefix = encodeInteger(into.length - from, 7, 0);
  into.shift(from, prefix.length);
  into.bytes.set(prefix, into.begun + from);
  return into.end();
}
