import type { Message, OperationDescription } from '../../workloads/description.ts';
import type { DriverFactory } from './driver.ts';
import { type BodyFormat, formatHeaders, jsonFormat, protobufFormat } from './http/formats.ts';
import { routeOf } from './http/route.ts';
import { statusFailure } from './http/status.ts';
import { filePartsOf, uploadHeaders, uploadRouteOf } from './http/upload.ts';
import type { Http1Exchange } from './http1/connection.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

type Answering = Pick<Http1Exchange, 'judge' | 'decode'>;

/** Resources over HTTP/1.1 by prebuilt bytes on a socket. */
function openResources(format: BodyFormat): DriverFactory {
  return async (options) => {
    const { address } = options;
    const host = hostHeader(address.host, address.port);
    const answering = ({ response }: OperationDescription): Answering => ({
      judge: (status, answer, pool) =>
        statusFailure(status, answer ? format.reason(answer) : '', pool),
      decode: (answer) => format.decode(response, answer),
    });
    const prepare = (operation: OperationDescription, message: Message): Http1Exchange => {
      const { method, target, body } = routeOf(operation);
      const content = body && format.encode(body, message);
      const headers = formatHeaders(format, options, content !== null).map(inCapitals);
      const path = address.basePath + target(message);
      const request = buildRequest(method, path, host, headers, content);
      return { operation, request, ...answering(operation) };
    };
    const prepareStream = (
      operation: OperationDescription,
      messages: () => Iterable<Message>,
    ): Http1Exchange => {
      const { method, path } = uploadRouteOf(operation);
      const parts = filePartsOf(operation, messages);
      const headers = uploadHeaders(format).map(inCapitals);
      const request = buildRequest(method, address.basePath + path, host, headers, 'chunked');
      return { operation, request, parts, ...answering(operation) };
    };
    return http1Driver(options, prepare, prepareStream);
  };
}

/** Header names in the usual spelling of HTTP/1.1: `Content-Type`. */
function inCapitals([name, value]: readonly [name: string, value: string]) {
  return [name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), value] as const;
}

/** REST: JSON over HTTP/1.1. */
export const openRestRaw = openResources(jsonFormat);
/** The same resources in Protobuf over HTTP/1.1. */
export const openRestProtobufRaw = openResources(protobufFormat);
