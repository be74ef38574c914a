import { endpointOf } from '../../contracts/protocols.ts';
import type { OperationDescription, WorkloadDescription } from '../../workloads/description.ts';
import { soapActionName } from '../../workloads/interfaces/wsdl.ts';
import { decodeFault, type SoapCodec, soapCodec } from '../codecs/soap.ts';
import type { DriverFactory, Failure } from './driver.ts';
import { poolFailure } from './failures.ts';
import { statusFailure } from './http/status.ts';
import { base64Parts, filePartsOf } from './http/upload.ts';
import { http1Driver } from './http1/driver.ts';
import { buildRequest, hostHeader } from './http1/request.ts';

const poolFault = 'Server.Pool';

/** The failure for a fault. @param code without its prefix. */
export function faultFailure(code: string, text: string): Failure {
  const message = `SOAP fault: ${text}`;
  return code === poolFault ? poolFailure(message) : { kind: 'fault', code, message };
}

/** A fault, if a failing status carries one; otherwise the status itself. */
function judge(status: number, body: Buffer | null): Failure | null {
  if (status >= 200 && status < 300) return null;
  const fault = body && decodeFault(body);
  if (fault) return faultFailure(fault.code, fault.message);
  return statusFailure(status, body?.toString('utf8') ?? '');
}

/** The value of the SOAPAction header. */
export function soapActionOf(
  workload: Pick<WorkloadDescription, 'name'>,
  operation: Pick<OperationDescription, 'method'>,
): string {
  return `"${soapActionName(workload, operation)}"`;
}

function headersOf(
  workload: WorkloadDescription,
  operation: OperationDescription,
): [name: string, value: string][] {
  return [
    ['Content-Type', 'text/xml; charset=utf-8'],
    ['SOAPAction', soapActionOf(workload, operation)],
  ];
}

/** SOAP 1.1 over HTTP/1.1 by prebuilt bytes on a socket. */
export const openSoapRaw: DriverFactory = async (options) => {
  const { address, workload } = options;
  const host = hostHeader(address.host, address.port);
  const path = address.basePath + endpointOf('soap', workload.name);
  const codecs = new Map<OperationDescription, SoapCodec>();
  const codecOf = (operation: OperationDescription) => {
    const codec = codecs.get(operation) ?? soapCodec(workload, operation);
    codecs.set(operation, codec);
    return codec;
  };
  const build = (operation: OperationDescription, body: Buffer | 'chunked') =>
    buildRequest('POST', path, host, headersOf(workload, operation), body);
  return http1Driver(
    options,
    (operation, message) => {
      const { encode, decode } = codecOf(operation);
      return { operation, request: build(operation, encode(message)), judge, decode };
    },
    (operation, messages) => {
      const { encodeFile, decode } = codecOf(operation);
      const file = filePartsOf(operation, messages);
      const parts = () => encodeFile(base64Parts(file()));
      return { operation, request: build(operation, 'chunked'), parts, judge, decode };
    },
  );
};
