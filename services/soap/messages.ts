import { Server, WSDL } from 'soap';
import {
  type Message,
  type OperationDescription,
  soapPathOf,
  type WorkloadDescription,
} from '../../contracts/workloads/description.ts';
import {
  soapOperationsOf,
  soapPortOf,
  wsdlText,
} from '../../contracts/workloads/interfaces/wsdl.ts';
import { callHandler, unaryHandlerOf } from '../answer.ts';
import { messageOf, type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import { faultFromLibrary, type SoapAnswer } from './fault.ts';
import { elementsOf, readElement } from './values.ts';

/** Answers one SOAP message with another; never rejects. */
export type SoapProcessor = (xml: string) => Promise<SoapAnswer>;

type Offer = Pick<ServiceOptions, 'workload' | 'handlers'>;

/** Who is to blame, and for what, in SOAP 1.1's words. */
const faultCodes: Readonly<Record<RefusalKind, string>> = {
  invalid: 'Client',
  'not-found': 'Client.NotFound',
  conflict: 'Client.Conflict',
  pool: 'Server.Pool',
  internal: 'Server',
};

function faultOf(error: unknown): object {
  const faultcode = `soap:${faultCodes[refusalKindOf(error)]}`;
  return { Fault: { faultcode, faultstring: messageOf(error), statusCode: 500 } };
}

type Done = (error: object | null, elements?: object) => void;

function method(handlers: Offer['handlers'], operation: OperationDescription) {
  const handle = unaryHandlerOf(handlers, operation.name);
  return (element: unknown, done: Done): void =>
    callHandler(handle, () => readElement(operation.request, element), {
      answered: (answer: Message) => done(null, elementsOf(operation.response, answer)),
      refused: (error) => done(faultOf(error)),
    });
}

const asText = (text: string) => text;

/** The library reads the interface file in steps of its own; rejects when that is wrong. */
function loadWsdl(workload: WorkloadDescription, options: object): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    const wsdl = new WSDL(wsdlText(workload), '', options);
    // Spaces belong to a text. The library takes this option for clients only, so it is set here.
    wsdl.options.preserveWhitespace = true;
    // The library would read `12 apples` as 12; what is no number is refused instead.
    wsdl.options.customDeserializer = {
      int: asText,
      long: asText,
      double: asText,
      boolean: asText,
    };
    wsdl.onReady((error) => (error ? reject(error) : resolve(wsdl)));
  });
}

async function createServer({ workload, handlers }: Offer): Promise<Server> {
  const path = soapPathOf(workload);
  const options = { path, returnFault: true, suppressStack: true };
  const methods = soapOperationsOf(workload).map((operation) => [
    operation.method,
    method(handlers, operation),
  ]);
  const port = Object.fromEntries(methods);
  const services = { [workload.service]: { [soapPortOf(workload)]: port } };
  const wsdl = await loadWsdl(workload, options);
  return new Server(null, path, services, wsdl, { ...options, services });
}

/** Prepares the `soap` library to answer messages of a workload. */
export async function soapProcessor(offer: Offer): Promise<SoapProcessor> {
  const server = await createServer(offer);
  const url = soapPathOf(offer.workload);
  return async (xml) => {
    // Without a SOAPAction the library goes by the element in the body, which cannot contradict itself.
    const { statusCode, body } = await server.processRequest(xml, { method: 'POST', url });
    if (statusCode < 400) return { status: statusCode, body };
    if (body.includes('<faultcode>soap:')) return { status: statusCode, body };
    return faultFromLibrary(body);
  };
}
