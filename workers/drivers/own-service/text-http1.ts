import type { TextCall } from '../../../contracts/own-service.ts';
import { type Address, authorityOf } from '../../../contracts/worker-messages.ts';
import { type RequestNumber, tablesOf } from '../../../workloads/own-service/rows.ts';
import {
  type CompiledText,
  compileText,
  textPlaces,
} from '../../../workloads/own-service/written-text.ts';
import type { Driver } from '../driver.ts';
import { Http1Connection, type Http1Exchange } from '../http1/connection.ts';
import { HeadMemory } from '../http1/head-memory.ts';
import { wireOpener } from '../socket.ts';
import { checkedAnswer, headerFieldsIn } from './answer.ts';
import { ByteTemplate, digitsOf, writeDigits } from './byte-template.ts';
import { type CallsByOperation, type OwnServiceDriverOptions, writersOf } from './calls.ts';
import { undoes, unencoded } from './codings.ts';
import { RequestBuffer } from './request-buffer.ts';
import { looksAtBody, textFailure } from './text-call.ts';

/** Requests to an own service over HTTP/1.1, by bytes on a socket. */
export function openTextHttp1(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter, resumption } = options;
  const tables = tablesOf(options.service);
  const exchangeOf = writersOf(calls, ({ call, status: expected }) => {
    const write = requestWriter(call, address, compileText(call, tables));
    const judgesBody = looksAtBody(call);
    const judge: Http1Exchange['judge'] = (status, body, _pool, coding) =>
      textFailure(call, expected, status, { body, coding });
    const decode: Http1Exchange['decode'] = (body, status, head, coding) =>
      checkedAnswer(
        status,
        () => headerFieldsIn(head),
        () => unencoded(body, coding).toString('utf8'),
        () => body,
      );
    return (operation, of): Http1Exchange => ({
      operation,
      request: write(of),
      judgesBody,
      judge,
      undoes,
      decode,
    });
  });
  const open = wireOpener(address, meter, 'http/1.1', resumption);
  const memory = new HeadMemory(meter.seen);
  return {
    prepare: exchangeOf,
    open: () => new Http1Connection(open, memory, true),
    close: () => undefined,
  };
}

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Writes head and body as one buffer, so that one write sends both. Most requests are as long as the
 * previous one in all their parts: they are a copy of it, in which only the values are rewritten.
 */
export function requestWriter(
  { method }: TextCall,
  address: Address,
  { target, headers, body }: CompiledText,
): (of: RequestNumber) => Buffer {
  const { header } = textPlaces;
  const own = headers.find(([name]) => name === 'host')?.[1] ?? authorityOf(address);
  const others = headers.filter(([name]) => name !== 'host');
  // Methods with a defined body announce an absent one (RFC 9110, 8.6).
  const saysLength = body !== null || method === 'POST' || method === 'PUT';
  const head = new ByteTemplate([
    [`${method} ${address.basePath}`, header],
    [target, textPlaces.target],
    [' HTTP/1.1\r\nHost: ', header],
    [own, header],
    ...others.flatMap(
      ([name, value]) =>
        [
          [`\r\n${name}: `, header],
          [value, header],
        ] as const,
    ),
    [saysLength ? '\r\nContent-Length: ' : '', header],
  ]);
  const content = new ByteTemplate(body ?? []);
  const into = new RequestBuffer();
  let last: Buffer | null = null;
  let bodyAt = 0;
  let digits = 0;

  const appendHead = (of: RequestNumber) => {
    into.at = into.begun;
    head.append(of, into);
    into.reserve(digits);
    into.at += digits;
    into.all(endOfHead);
    bodyAt = into.length;
  };
  const appendBody = (of: RequestNumber) => {
    into.at = into.begun + bodyAt;
    content.append(of, into);
    if (!saysLength) return;
    const length = into.length - bodyAt;
    const more = digitsOf(length) - digits;
    into.shift(bodyAt - endOfHead.length, more);
    digits += more;
    bodyAt += more;
    writeDigits(length, into.bytes, into.begun + bodyAt - endOfHead.length - digits);
  };
  return (of) => {
    const before = last;
    // If a value cannot be written, the next request has no model.
    last = null;
    into.begin(0);
    if (before) into.all(before);
    const keepsHead = before !== null && head.overwrite(of, into, 0);
    if (!keepsHead) appendHead(of);
    if (!keepsHead || !content.overwrite(of, into, bodyAt)) appendBody(of);
    last = into.end();
    return last;
  };
}
