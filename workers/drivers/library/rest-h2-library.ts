import { Readable } from 'node:stream';
import type { Message, MessageType } from '../../../workloads/description.ts';
import type { DriverFactory } from '../driver.ts';
import { undecodableFailure } from '../failures.ts';
import { formatHeaders, jsonFormat } from '../http/formats.ts';
import { routeOf } from '../http/route.ts';
import { refusalOf } from '../http/status.ts';
import { filePartsOf, uploadHeaders, uploadRouteOf } from '../http/upload.ts';
import { CallFailure } from './http-connection.ts';
import {
  type Http2Answer,
  type Http2LibraryRequest,
  LibraryHttp2Connection,
} from './http2-connection.ts';

/** @throws CallFailure */
function answerOf(type: MessageType, { status, headers, body }: Http2Answer): Message {
  const failure = refusalOf(status, headers, () => body.toString('utf8'));
  if (failure) throw new CallFailure(failure);
  try {
    return jsonFormat.decode(type, body);
  } catch (error) {
    throw new CallFailure(undecodableFailure(error));
  }
}

/** REST over HTTP/2 through Node's own client, as an application would. */
export const openRestH2Library: DriverFactory = async (options) => {
  const { address, meter } = options;
  return {
    prepare: (operation, message): Http2LibraryRequest => {
      const { method, target, body } = routeOf(operation);
      return {
        operation,
        headers: {
          ':method': method,
          ':path': address.basePath + target(message),
          ...Object.fromEntries(formatHeaders(jsonFormat, options, body !== null)),
        },
        body: () => (body ? jsonFormat.encode(body, message) : null),
        answer: (answer) => answerOf(operation.response, answer),
      };
    },
    prepareStream: (operation, messages): Http2LibraryRequest => {
      const { method, path } = uploadRouteOf(operation);
      const parts = filePartsOf(operation, messages);
      return {
        operation,
        headers: {
          ':method': method,
          ':path': address.basePath + path,
          ...Object.fromEntries(uploadHeaders(jsonFormat)),
        },
        body: () => Readable.from(parts()),
        answer: (answer) => answerOf(operation.response, answer),
      };
    },
    open: () => new LibraryHttp2Connection(address, meter),
    close: () => undefined,
  };
};
