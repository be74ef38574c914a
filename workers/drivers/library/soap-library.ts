import type http from 'node:http';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import { productSchema, soapPath } from '../../../contracts/workloads/product.ts';
import type { DriverFactory, Failure } from '../driver.ts';
import { codeOf, messageOf, protocolFailure } from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { statusFailure } from '../rest-raw.ts';
import { CallFailure, type LibraryCall, LibraryHttpConnection } from './http-connection.ts';

const wsdl = fileURLToPath(new URL('../../../wsdl/product.wsdl', import.meta.url));
const methods = { echo: 'EchoAsync', modify: 'ModifyAsync' } as const;

/** What the `soap` library attaches to its errors. */
interface SoapError {
  root?: { Envelope?: { Body?: { Fault?: { faultcode?: unknown; faultstring?: unknown } } } };
  response?: { status?: number };
  body?: unknown;
}

/** The fault or status that an error of the library stands for; null when the connection broke. */
function answerFailure(error: SoapError): Failure | null {
  const fault = error.root?.Envelope?.Body?.Fault;
  if (fault) {
    const code = String(fault.faultcode ?? 'Fault').replace(/^.*:/, '');
    return { kind: 'fault', code, message: `SOAP fault: ${String(fault.faultstring ?? '')}` };
  }
  const status = error.response?.status;
  if (status === undefined) return null;
  return (
    statusFailure(status, typeof error.body === 'string' ? error.body : '') ??
    protocolFailure('SOAP', `The answer cannot be read: ${messageOf(error)}`)
  );
}

/** SOAP through the `soap` library, with the interface file that the service serves. */
export const openSoapLibrary: DriverFactory = async ({ address, operation, request, meter }) => {
  const scheme = address.tls ? 'https' : 'http';
  const endpoint = `${scheme}://${hostHeader(address.host, address.port)}${address.basePath}${soapPath}`;
  const client = await soap.createClientAsync(wsdl, { preserveWhitespace: true }, endpoint);
  const method = client[methods[operation]].bind(client);
  const call: LibraryCall = async (agent: http.Agent, signal: AbortSignal) => {
    let answer: unknown;
    try {
      [answer] = await method(request, {
        httpAgent: agent,
        httpsAgent: agent,
        signal,
        adapter: 'http',
        proxy: false,
        maxRedirects: 0,
        maxBodyLength: Number.POSITIVE_INFINITY,
        maxContentLength: Number.POSITIVE_INFINITY,
      });
    } catch (error) {
      const failure = answerFailure(error as SoapError);
      throw failure ? new CallFailure(failure) : error;
    }
    const parsed = productSchema.safeParse(answer);
    if (!parsed.success) {
      throw new CallFailure(
        protocolFailure('SOAP', `The answer is no product (${codeOf(parsed.error)})`),
      );
    }
    return parsed.data;
  };
  return { open: () => new LibraryHttpConnection(address, meter, call), close: () => undefined };
};
