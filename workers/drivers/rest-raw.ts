import { decodeJson, encodeJson } from '../codecs/json.ts';
import type { DriverFactory } from './driver.ts';
import { routeOf } from './http/route.ts';
import { statusFailure } from './http/status.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

/** REST (JSON over HTTP/1.1) by prebuilt bytes on a socket. */
export const openRestRaw: DriverFactory = async (options) => {
  const { address } = options;
  const host = hostHeader(address.host, address.port);
  return http1Driver(options, (operation, message) => {
    const { method, target, body } = routeOf(operation);
    const content = body && encodeJson(body, message);
    const headers: [string, string][] = [['Accept', 'application/json']];
    if (content) headers.unshift(['Content-Type', 'application/json']);
    return {
      operation,
      request: buildRequest(method, address.basePath + target(message), host, headers, content),
      judge: (status, answer, pool) => statusFailure(status, answer?.toString('utf8') ?? '', pool),
      decode: (answer) => decodeJson(operation.response, answer),
    };
  });
};
