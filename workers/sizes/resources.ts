import type { Message, MessageType } from '../../workloads/description.ts';
import { protobufCodec } from '../codecs/protobuf.ts';
import { routeOf } from '../drivers/http/route.ts';
import { filePartsOf } from '../drivers/http/upload.ts';
import { bodySize, jsonLength, type MessageSizes, onlyMessage, totalLength } from './size.ts';

/** Protocols whose bodies are plain messages: the part of a request that is not in its route, and whole answers. */
function resourceSizes(lengthOf: (type: MessageType, message: Message) => number): MessageSizes {
  return {
    request: (_workload, operation, messages) => {
      if (operation.stream === 'request') {
        return bodySize(totalLength(filePartsOf(operation, messages)()));
      }
      const { body } = routeOf(operation);
      return bodySize(body ? lengthOf(body, onlyMessage(messages)) : 0);
    },
    // Without fields there is no body.
    answer: (_workload, { response }, answer) =>
      bodySize(response.fields.length === 0 ? 0 : lengthOf(response, answer)),
  };
}

export const jsonResourceSizes = resourceSizes(jsonLength);
export const protobufResourceSizes = resourceSizes(
  (type, message) => protobufCodec(type).encode(message).length,
);
