import type { TextCall } from '../../../contracts/custom.ts';
import { DataTables } from '../../../workloads/custom/rows.ts';
import { textWriter } from '../../../workloads/custom/written-text.ts';
import type { Driver } from '../driver.ts';
import { Http1Connection, type Http1Exchange } from '../http1/connection.ts';
import { HeadMemory } from '../http1/head-memory.ts';
import { buildRequest, hostHeader } from '../http1/request.ts';
import { wireOpener } from '../socket.ts';
import { checkedAnswer, headerFieldsIn } from './answer.ts';
import { type CallsByOperation, type CustomDriverOptions, writersOf } from './calls.ts';
import { looksAtBody, textFailure } from './text-call.ts';

/** Requests of the user's own over HTTP/1.1, by bytes on a socket. */
export function openTextHttp1(
  options: CustomDriverOptions,
  calls: CallsByOperation<TextCall>,
): Driver {
  const { address, meter, resumption } = options;
  const tables = new DataTables(options.service.data);
  const host = hostHeader(address.host, address.port);
  const exchangeOf = writersOf(options, calls, ({ call, status: expected }) => {
    const write = textWriter(call, tables);
    const answering: Pick<Http1Exchange, 'judgesBody' | 'judge' | 'decode'> = {
      judgesBody: looksAtBody(call),
      judge: (status, body) => textFailure(call, expected, status, body),
      decode: (body, status, head) =>
        checkedAnswer(status, headerFieldsIn(head), body.toString('utf8')),
    };
    return (operation, of): Http1Exchange => {
      const { target, headers, body } = write(of);
      const own = headers.find(([name]) => name === 'host')?.[1] ?? host;
      const others = headers.filter(([name]) => name !== 'host');
      const path = address.basePath + target;
      const isExpected = call.method === 'POST' || call.method === 'PUT';
      const content = body === null ? (isExpected ? noBody : null) : Buffer.from(body, 'utf8');
      return {
        operation,
        request: buildRequest(call.method, path, own, others, content),
        ...answering,
      };
    };
  });
  const open = wireOpener(address, meter, 'http/1.1', resumption);
  const memory = new HeadMemory();
  return {
    prepare: exchangeOf,
    open: () => new Http1Connection(open, memory, true),
    close: () => undefined,
  };
}

/** Methods with a meaning for a body say that there is none (RFC 9110, 8.6). */
const noBody = Buffer.alloc(0);
