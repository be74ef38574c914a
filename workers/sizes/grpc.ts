import type { EncodedSize } from '../../contracts/sizes.ts';
import { prefixBytes } from '../../protocols/grpc/messages.ts';
import type { Message, MessageType } from '../../workloads/description.ts';
import { protobufCodec } from '../codecs/protobuf.ts';
import { type MessageSizes, messagesOf } from './size.ts';

function sizeOf(type: MessageType, messages: Iterable<Message>): EncodedSize {
  const { encode } = protobufCodec(type);
  let [payload, prefixes] = [0, 0];
  for (const message of messages) {
    payload += encode(message).length;
    prefixes += prefixBytes;
  }
  return { payload, envelope: prefixes, beside: { framing: prefixes, headers: 0 } };
}

export const grpcSizes: MessageSizes = {
  request: (_workload, { request }, messages) => sizeOf(request, messages()),
  answer: (_workload, operation, answer) =>
    sizeOf(operation.response, messagesOf(operation, answer)),
};
