import { productRoutes } from '../../contracts/workloads/product.ts';
import { decodeJson, encodeJson } from '../codecs/json.ts';
import type { DriverFactory, Failure } from './driver.ts';
import type { Http1Exchange } from './http1/connection.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

/** The failure of an HTTP status outside 200–299; the first characters of the body say why. */
export function statusFailure(status: number, body: string): Failure | null {
  if (status >= 200 && status < 300) return null;
  const reason = body.slice(0, 300);
  return {
    kind: 'status',
    code: String(status),
    message: `HTTP ${status}${reason ? `: ${reason}` : ''}`,
  };
}

/** REST (JSON over HTTP/1.1) by prebuilt bytes on a socket. */
export const openRestRaw: DriverFactory = async (options) => {
  const { address, operation, request } = options;
  const exchange: Http1Exchange = {
    request: buildRequest(
      address.basePath + productRoutes[operation].rest.path,
      hostHeader(address.host, address.port),
      [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ],
      encodeJson(request),
    ),
    judge: (status, body) => statusFailure(status, body?.toString('utf8') ?? ''),
    decode: decodeJson,
  };
  return http1Driver(options, exchange);
};
