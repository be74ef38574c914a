import type { ProtobufCall } from '../../../contracts/own-service.ts';
import { authorityOf } from '../../../contracts/worker-messages.ts';
import { prefixBytes, splitMessages, writePrefix } from '../../../protocols/grpc/messages.ts';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { type RequestNumber, tablesOf } from '../../../workloads/own-service/rows.ts';
import { compileTemplate, renderTemplate } from '../../../workloads/own-service/template.ts';
import { textPlaces } from '../../../workloads/own-service/written-text.ts';
import type { Driver } from '../driver.ts';
import { Http2Connection } from '../http2/connection.ts';
import { PreparedCall, PreparedHead } from '../http2/prepared-call.ts';
import type { Http2Request } from '../http2/request.ts';
import { newStreamedReply } from '../http2/streamed-reply.ts';
import { newUnaryReply } from '../http2/unary-reply.ts';
import { wireOpener } from '../socket.ts';
import { type CallsByOperation, type OwnServiceDriverOptions, writersOf } from './calls.ts';
import { messageWriter } from './message-template.ts';
import { messageAnswer, ProtobufTypes, streamAnswer } from './protobuf-types.ts';
import { newRefusedReply, refusedAnswer } from './refused-call.ts';

/** Protobuf calls of an own service, with our own frames on a socket. */
export function openProtobufHttp2(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<ProtobufCall>,
): Driver {
  const { address, meter, resumption, service } = options;
  const types = new ProtobufTypes(service);
  const tables = tablesOf(service);
  const requestOf = writersOf(calls, ({ call, status }) => {
    const request = types.type(call.schema, call.request);
    const response = types.type(call.schema, call.response);
    const write = messageWriter(request, call.message, tables);
    const metadata = call.metadata.map(
      ([name, value]) => [name, compileTemplate(value, tables)] as const,
    );
    const { escaped } = textPlaces.metadata;
    const isStream = call.stream === 'response';
    const fixed: HeaderField[] = [
      [':method', 'POST'],
      [':scheme', address.tls ? 'https' : 'http'],
      [':path', call.path],
      [':authority', authorityOf(address)],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
    ];
    const makeHead = (of: RequestNumber) =>
      new PreparedHead([
        ...fixed,
        ...metadata.map(([name, value]): HeaderField => [name, renderTemplate(value, of, escaped)]),
      ]);
    const varies = metadata.some(([, value]) => value.some((part) => typeof part !== 'string'));
    const shared = varies ? null : makeHead({ sequence: 0, seed: 0 });
    const newAnswer = isStream ? newStreamedReply : newUnaryReply;
    const newReply = status ? newRefusedReply(newAnswer, status) : newAnswer;
    const decode = (content: Buffer) => {
      if (status) return refusedAnswer(status);
      if (!isStream) return messageAnswer(response, response.decode(content), content);
      const messages = splitMessages(content).map((bytes) => response.decode(bytes));
      return streamAnswer(response, messages, () => content);
    };
    return (operation, of): Http2Request => {
      const body = write(of, prefixBytes);
      writePrefix(body);
      return { operation, call: new PreparedCall(shared ?? makeHead(of), body), newReply, decode };
    };
  });
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: requestOf,
    open: () => new Http2Connection(open, meter.seen),
    close: () => undefined,
  };
}
