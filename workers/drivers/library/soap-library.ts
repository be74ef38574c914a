import axios from 'axios';
import soap from 'soap';
import { endpointOf } from '../../../contracts/protocols.ts';
import type { Message, MessageType, Value } from '../../../workloads/description.ts';
import { wsdlText } from '../../../workloads/interfaces/wsdl.ts';
import { canonicalMessage, type ValueReading } from '../../../workloads/messages/canonical.ts';
import { base64Of, xmlReading } from '../../codecs/reading.ts';
import type { DriverFactory, Failure } from '../driver.ts';
import { undecodableFailure } from '../failures.ts';
import { statusFailure } from '../http/status.ts';
import { faultFailure } from '../soap-raw.ts';
import { oneConnectionAgent } from './agents.ts';
import {
  addressOrigin,
  CallFailure,
  type LibraryCall,
  LibraryHttpConnection,
} from './http-connection.ts';
import { axiosSettings, refuse } from './rest-library.ts';
import { refuseEndless } from './soap-text.ts';

/** Attachments of the `soap` library's errors. */
interface SoapError {
  root?: { Envelope?: { Body?: { Fault?: { faultcode?: unknown; faultstring?: unknown } } } };
  response?: { status?: number };
  body?: unknown;
  isAxiosError?: boolean;
}

/** The fault or status in an error of the library; null if the connection broke. */
function answerFailure(error: SoapError): Failure | null {
  const fault = error.root?.Envelope?.Body?.Fault;
  if (fault) {
    const code = String(fault.faultcode ?? 'Fault').replace(/^.*:/, '');
    return faultFailure(code, String(fault.faultstring ?? ''));
  }
  const status = error.response?.status;
  if (status === undefined) return null;
  const failure = statusFailure(status, typeof error.body === 'string' ? error.body : '');
  // From axios: the connection broke within the answer.
  if (failure || error.isAxiosError) return failure;
  return undecodableFailure(error instanceof Error ? error : 'it is no SOAP envelope');
}

/** A message in the library's form: bytes in base64. */
function soapValue(value: Value): unknown {
  if (value instanceof Uint8Array) return base64Of(value);
  if (Array.isArray(value)) return value.map(soapValue);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value as Message).map(([name, inside]) => [name, soapValue(inside)]),
  );
}

/** The library's own client, except for answers it would mistake for envelopes: faults have status 400 and above. */
function soapTransport() {
  const transport = axios.create(axiosSettings);
  transport.interceptors.response.use((answer) => {
    if (answer.status < 400) refuse(answer, () => String(answer.data ?? ''));
    try {
      refuseEndless(String(answer.data ?? ''));
    } catch (error) {
      throw new CallFailure(undecodableFailure(error));
    }
    return answer;
  });
  // Axios has different types for `import` and `require`, which mean the same.
  return transport as unknown as NonNullable<soap.IOptions['request']>;
}

/** SOAP through the `soap` library, with the interface file that the service serves. */
export const openSoapLibrary: DriverFactory = async ({ address, workload, meter }) => {
  const endpoint = addressOrigin(address) + endpointOf('soap', workload.name);
  // Instead of its address the library accepts the text of an interface file.
  const client = await soap.createClientAsync(
    wsdlText(workload),
    { preserveWhitespace: true, request: soapTransport() },
    endpoint,
  );
  return {
    prepare: (operation, message) => {
      const method = client[`${operation.method}Async`]?.bind(client);
      if (!method) throw new TypeError(`the interface file lacks ${operation.method}`);
      const value = soapValue(message);
      const call: LibraryCall = async (agent, signal) => {
        const settings = { httpAgent: agent, httpsAgent: agent, signal };
        const [answer] = await method(value, settings).catch((error: SoapError | CallFailure) => {
          const failure = error instanceof CallFailure ? error.failure : answerFailure(error);
          throw failure ? new CallFailure(failure) : error;
        });
        return answerOf(operation.response, answer);
      };
      return { operation, call };
    },
    open: () => new LibraryHttpConnection(oneConnectionAgent(address, meter)),
    close: () => undefined,
  };
};

/** The library reads an element without content as `null` unless it is a text. */
const soapReading: ValueReading = {
  ...xmlReading,
  bytes: (value) => xmlReading.bytes(value ?? ''),
};

function answerOf(type: MessageType, answer: unknown): Message {
  try {
    return canonicalMessage(type, answer, soapReading);
  } catch (error) {
    throw new CallFailure(undecodableFailure(error));
  }
}
