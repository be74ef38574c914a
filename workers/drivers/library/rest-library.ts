import axios from 'axios';
import { productRoutes, productSchema } from '../../../contracts/workloads/product.ts';
import type { DriverFactory } from '../driver.ts';
import { messageOf, protocolFailure } from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { statusFailure } from '../rest-raw.ts';
import { CallFailure, type LibraryCall, LibraryHttpConnection } from './http-connection.ts';

/** REST through axios, as an application would: objects in, objects out. */
export const openRestLibrary: DriverFactory = async ({ address, operation, request, meter }) => {
  const scheme = address.tls ? 'https' : 'http';
  const url = `${scheme}://${hostHeader(address.host, address.port)}${address.basePath}${productRoutes[operation].rest.path}`;
  const client = axios.create({
    adapter: 'http',
    proxy: false,
    maxRedirects: 0,
    maxBodyLength: Number.POSITIVE_INFINITY,
    maxContentLength: Number.POSITIVE_INFINITY,
    validateStatus: () => true,
  });
  const call: LibraryCall = async (agent, signal) => {
    const { status, data } = await client.post<unknown>(url, request, {
      httpAgent: agent,
      httpsAgent: agent,
      signal,
    });
    const failure = statusFailure(status, typeof data === 'string' ? data : JSON.stringify(data));
    if (failure) throw new CallFailure(failure);
    const parsed = productSchema.safeParse(data);
    if (!parsed.success) {
      throw new CallFailure(
        protocolFailure('JSON', `The answer is no product: ${messageOf(parsed.error)}`),
      );
    }
    return parsed.data;
  };
  return { open: () => new LibraryHttpConnection(address, meter, call), close: () => undefined };
};
