import { productRoutes, soapPath } from '../../contracts/workloads/product.ts';
import { decodeFault, decodeSoap, encodeSoap } from '../codecs/soap.ts';
import type { DriverFactory, Failure } from './driver.ts';
import type { Http1Exchange } from './http1/connection.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';
import { statusFailure } from './rest-raw.ts';

/** A fault, where a failing status carries one; otherwise the status itself. */
function judge(status: number, body: Buffer | null): Failure | null {
  if (status >= 200 && status < 300) return null;
  const fault = body && decodeFault(body);
  if (fault) return { kind: 'fault', code: fault.code, message: `SOAP fault: ${fault.message}` };
  return statusFailure(status, body?.toString('utf8') ?? '');
}

/** SOAP 1.1 over HTTP/1.1 by prebuilt bytes on a socket. */
export const openSoapRaw: DriverFactory = async (options) => {
  const { address, operation, request } = options;
  const exchange: Http1Exchange = {
    request: buildRequest(
      address.basePath + soapPath,
      hostHeader(address.host, address.port),
      [
        ['Content-Type', 'text/xml; charset=utf-8'],
        ['SOAPAction', `"${productRoutes[operation].soap.action}"`],
      ],
      encodeSoap(operation, request),
    ),
    judge,
    decode: (body) => decodeSoap(operation, body),
  };
  return http1Driver(options, exchange);
};
