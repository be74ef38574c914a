import type { TextCall } from '../../../contracts/custom.ts';
import { type Address, authorityOf } from '../../../contracts/worker-messages.ts';
import { type RequestNumber, tablesOf } from '../../../workloads/custom/rows.ts';
import {
  type CompiledText,
  compileText,
  textPlaces,
} from '../../../workloads/custom/written-text.ts';
import type { Driver } from '../driver.ts';
import { Http1Connection, type Http1Exchange } from '../http1/connection.ts';
import { HeadMemory } from '../http1/head-memory.ts';
import { wireOpener } from '../socket.ts';
import { checkedAnswer, headerFieldsIn } from './answer.ts';
import { ByteTemplate, copyOctets, digitsOf, writeDigits } from './byte-template.ts';
import { type CallsByOperation, type CustomDriverOptions, writersOf } from './calls.ts';
import { undoes, unencoded } from './codings.ts';
import { looksAtBody, textFailure } from './text-call.ts';

/** Requests of the user's own over HTTP/1.1, by bytes on a socket. */
export function openTextHttp1(
  options: CustomDriverOptions,
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
  const memory = new HeadMemory();
  return {
    prepare: exchangeOf,
    open: () => new Http1Connection(open, memory, true),
    close: () => undefined,
  };
}

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * Writes head and body as one buffer, so that one write sends both. Most requests are as long as the one before
 * them in all their parts: they are a copy of it, in which only the values are written.
 */
export function requestWriter(
  { method }: TextCall,
  address: Address,
  { target, headers, body }: CompiledText,
): (of: RequestNumber) => Buffer {
  const { header } = textPlaces;
  const own = headers.find(([name]) => name === 'host')?.[1] ?? authorityOf(address);
  const others = headers.filter(([name]) => name !== 'host');
  // Methods with a meaning for a body say that there is none (RFC 9110, 8.6).
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
  let last: Buffer | null = null;
  return (of) => {
    const before = last;
    // Where measuring throws, the next one is measured against what was never written.
    last = null;
    const length = content.measure(of);
    const digits = saysLength ? digitsOf(length) : 0;
    const total = head.measure(of) + digits + endOfHead.length + length;
    const request = Buffer.allocUnsafe(total);
    if (before && !head.moved && !content.moved) {
      request.set(before);
      head.fill(request, 0);
      content.fill(request, total - length);
    } else {
      let at = head.write(request, 0);
      if (saysLength) at = writeDigits(length, request, at);
      at = copyOctets(endOfHead, 0, endOfHead.length, request, at);
      content.write(request, at);
    }
    last = request;
    return request;
  };
}
