import grpc from '@grpc/grpc-js';
import type protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import type { ProtobufCall } from '../../../../contracts/own-service.ts';
import { authorityOf } from '../../../../contracts/worker-messages.ts';
import { prefixMessage } from '../../../../protocols/grpc/messages.ts';
import type { Message } from '../../../../workloads/description.ts';
import { tablesOf } from '../../../../workloads/own-service/rows.ts';
import { compileTemplate, renderTemplate } from '../../../../workloads/own-service/template.ts';
import { valueWriter } from '../../../../workloads/own-service/written-message.ts';
import { textPlaces } from '../../../../workloads/own-service/written-text.ts';
import type { Driver, Failure } from '../../driver.ts';
import type { GrpcRequest } from '../../library/grpc-calls.ts';
import { GrpcLibraryConnection, loadedAs, watchCalls } from '../../library/grpc-library.ts';
import { type CallsByOperation, type OwnServiceDriverOptions, writersOf } from '../calls.ts';
import { messageAnswer, ProtobufTypes, streamAnswer } from '../protobuf-types.ts';
import { refusedAnswer, unwantedCode } from '../refused-call.ts';

/** An answer as an application gets it, and the form for checks: the message and its octets. */
interface Decoded {
  readonly octets: Buffer;
  readonly message: protobuf.Message;
  readonly value: object;
}

/** Metadata of a call; binary values are base64 in the file. */
function metadataOf(fields: readonly (readonly [name: string, value: string])[]): grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of fields) {
    metadata.add(name, name.endsWith('-bin') ? Buffer.from(value, 'base64') : value);
  }
  return metadata;
}

/**
 * Calls of an own service through @grpc/grpc-js, with messages that protobufjs converts from and to objects,
 * as @grpc/proto-loader does.
 */
export function openMessages(
  options: OwnServiceDriverOptions,
  calls: CallsByOperation<ProtobufCall>,
): Driver {
  const { address, meter, service } = options;
  const types = new ProtobufTypes(service);
  const tables = tablesOf(service);
  const stopWatching = watchCalls(meter);
  return {
    prepare: writersOf(calls, ({ call, status }) => {
      const request = types.type(call.schema, call.request);
      const response = types.type(call.schema, call.response);
      const write = valueWriter(call.message, tables);
      const metadata = call.metadata.map(
        ([name, value]) => [name, compileTemplate(value, tables)] as const,
      );
      const { escaped } = textPlaces.metadata;
      const method = {
        path: call.path,
        requestSerialize: (value: object) =>
          Buffer.from(request.encode(request.fromObject(value)).finish()),
        responseDeserialize: (octets: Buffer): Decoded => {
          const message = response.decode(octets);
          return { octets, message, value: response.toObject(message, loadedAs) };
        },
      };
      const answered: GrpcRequest['answered'] = (sink, answer, wantReply) => {
        const all = (Array.isArray(answer) ? answer : [answer]) as Decoded[];
        const [first] = all;
        const read = () => {
          if (status) return refusedAnswer(status);
          if (call.stream === 'none' && first) {
            return messageAnswer(response, first.message, first.octets);
          }
          const octets = () => Buffer.concat(all.map((one) => prefixMessage(one.octets)));
          const messages = all.map(({ message }) => message);
          return streamAnswer(response, messages, octets);
        };
        // Answers of an own service have no common size.
        sink.succeeded(all.length, wantReply ? read : null);
      };
      const judged = status
        ? (failure: Failure | null) => unwantedCode(failure, status)
        : undefined;
      return (operation, of): GrpcRequest => {
        const json = write(of) as Readonly<Record<string, unknown>>;
        // A plain object, as in an application.
        const message = request.toObject(protojson.fromJson(request, json)) as Message;
        const fields = metadata.map(
          ([name, value]) => [name, renderTemplate(value, of, escaped)] as const,
        );
        return {
          operation,
          method,
          stream: call.stream,
          metadata: () => metadataOf(fields),
          messages: () => [message],
          answered,
          ...(judged && { judged }),
        };
      };
    }),
    open: () => new GrpcLibraryConnection(address, authorityOf(address)),
    close: stopWatching,
  };
}
