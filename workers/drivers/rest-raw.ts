import type { DriverFactory } from './driver.ts';
import { type BodyFormat, formatHeaders, jsonFormat, protobufFormat } from './http/formats.ts';
import { routeOf } from './http/route.ts';
import { statusFailure } from './http/status.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

/** Resources over HTTP/1.1 by prebuilt bytes on a socket. */
function openResources(format: BodyFormat): DriverFactory {
  return async (options) => {
    const { address } = options;
    const host = hostHeader(address.host, address.port);
    return http1Driver(options, (operation, message) => {
      const { method, target, body } = routeOf(operation);
      const content = body && format.encode(body, message);
      const headers = formatHeaders(format, options, content !== null).map(
        ([name, value]) => [capitalised(name), value] as const,
      );
      return {
        operation,
        request: buildRequest(method, address.basePath + target(message), host, headers, content),
        judge: (status, answer, pool) =>
          statusFailure(status, answer ? format.reason(answer) : '', pool),
        decode: (answer) => format.decode(operation.response, answer),
      };
    });
  };
}

/** As clients of HTTP/1.1 write names of headers: `Content-Type`. */
function capitalised(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** REST: JSON over HTTP/1.1. */
export const openRestRaw = openResources(jsonFormat);
/** The same resources in Protobuf over HTTP/1.1. */
export const openRestProtobufRaw = openResources(protobufFormat);
