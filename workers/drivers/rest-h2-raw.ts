import type { HeaderField } from '../../protocols/http2/hpack.ts';
import type { OperationDescription } from '../../workloads/description.ts';
import type { DriverFactory, DriverOptions } from './driver.ts';
import { formatHeaders, jsonFormat } from './http/formats.ts';
import { type RequestRoute, routeOf } from './http/route.ts';
import { filePartsOf, uploadHeaders, uploadRouteOf } from './http/upload.ts';
import { hostHeader } from './http1/request.ts';
import { Http2Connection } from './http2/connection.ts';
import { newHttpReply } from './http2/http-reply.ts';
import { PreparedCall, PreparedHead } from './http2/prepared-call.ts';
import type { Http2Request } from './http2/request.ts';
import { wireOpener } from './socket.ts';

const format = jsonFormat;
const noBody = Buffer.alloc(0);

/** Shared by all requests of an operation. */
interface Resource {
  readonly route: RequestRoute;
  readonly head: PreparedHead;
  /** Whether the path is among the shared fields. */
  readonly hasPath: boolean;
}

/** @param path null if it differs per request. */
function fieldsOf(
  { address }: DriverOptions,
  method: string,
  path: string | null,
  headers: readonly HeaderField[],
): HeaderField[] {
  return [
    [':method', method],
    [':scheme', address.tls ? 'https' : 'http'],
    ...(path === null ? [] : [[':path', address.basePath + path] as const]),
    [':authority', hostHeader(address.host, address.port)],
    ...headers,
  ];
}

/** REST (JSON) over HTTP/2 by our own frames on a socket. */
export const openRestH2Raw: DriverFactory = async (options) => {
  const { address, meter, resumption } = options;
  const resources = new Map<OperationDescription, Resource>();
  const resourceOf = (operation: OperationDescription): Resource => {
    const known = resources.get(operation);
    if (known) return known;
    const route = routeOf(operation);
    const { path } = route;
    const headers = formatHeaders(format, options, route.body !== null);
    const fields = fieldsOf(options, route.method, path, headers);
    const resource = { route, head: new PreparedHead(fields), hasPath: path !== null };
    resources.set(operation, resource);
    return resource;
  };
  const open = wireOpener(address, meter, 'h2', resumption);
  return {
    prepare: (operation, message): Http2Request => {
      const { route, head, hasPath } = resourceOf(operation);
      const body = route.body ? format.encode(route.body, message) : noBody;
      const own: HeaderField[] = hasPath
        ? []
        : [[':path', address.basePath + route.target(message)]];
      return {
        operation,
        call: new PreparedCall(head, body, own),
        newReply: () => newHttpReply(),
        decode: (content) => format.decode(operation.response, content),
      };
    },
    prepareStream: (operation, messages): Http2Request => {
      const { method, path } = uploadRouteOf(operation);
      const head = new PreparedHead(fieldsOf(options, method, path, uploadHeaders(format)));
      return {
        operation,
        call: new PreparedCall(head, filePartsOf(operation, messages)),
        newReply: () => newHttpReply(),
        decode: (content) => format.decode(operation.response, content),
      };
    },
    open: () => new Http2Connection(open, meter.seen),
    close: () => undefined,
  };
};
