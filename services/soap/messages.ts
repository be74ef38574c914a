import { Server, WSDL } from 'soap';
import { messageOf } from '../../contracts/errors.ts';
import { endpointOf } from '../../contracts/protocols.ts';
import {
  type Message,
  type MessageType,
  type OperationDescription,
  soapNamespaceOf,
  type WorkloadDescription,
} from '../../workloads/description.ts';
import { fileFieldOf } from '../../workloads/files.ts';
import { soapOperationsOf, soapPortOf, wsdlText } from '../../workloads/interfaces/wsdl.ts';
import {
  callHandler,
  callStreamHandler,
  type Outcome,
  streamHandlerOf,
  unaryHandlerOf,
} from '../answer.ts';
import { fileMessages } from '../parts.ts';
import { type RefusalKind, refusalKindOf } from '../refusal-kind.ts';
import type { ServiceOptions } from '../service.ts';
import { faultFromLibrary, type SoapAnswer } from './fault.ts';
import { emptyEnvelope, fileInEnvelope } from './file-envelope.ts';
import { elementsOf, readElement } from './values.ts';

/** Answers one SOAP message with another; never rejects. */
export interface SoapProcessor {
  answer(xml: string): Promise<SoapAnswer>;
  /** Answers a message whose body is a file in parts. */
  upload(operation: OperationDescription, body: AsyncIterable<Uint8Array>): Promise<SoapAnswer>;
}

type Offer = Pick<ServiceOptions, 'workload' | 'handlers'>;

/** Fault codes of SOAP 1.1 by kind of refusal. */
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

/** The headers of a request, passed on by the library; files in parts are identified by them. */
type Headers = Readonly<Record<string, string>>;
type Files = WeakMap<Headers, AsyncIterable<Message>>;

function outcomeOf({ response }: OperationDescription, done: Done): Outcome {
  return {
    answered: (answer) => done(null, elementsOf(response, answer)),
    refused: (error) => done(faultOf(error)),
  };
}

function method(handlers: Offer['handlers'], operation: OperationDescription) {
  const handle = unaryHandlerOf(handlers, operation.name);
  return (element: unknown, done: Done): void =>
    callHandler(handle, () => readElement(operation.request, element), outcomeOf(operation, done));
}

/** A message with a whole file is a stream of one. */
async function* wholeFile(type: MessageType, element: unknown): AsyncGenerator<Message> {
  yield readElement(type, element);
}

function fileMethod(handlers: Offer['handlers'], operation: OperationDescription, files: Files) {
  const handle = streamHandlerOf(handlers, operation.name);
  return (element: unknown, done: Done, _headers: unknown, { headers }: { headers: Headers }) => {
    const messages = files.get(headers) ?? wholeFile(operation.request, element);
    callStreamHandler(handle, messages, outcomeOf(operation, done));
  };
}

const asText = (text: string) => text;

/** The library parses the interface file asynchronously; rejects if that is invalid. */
function loadWsdl(workload: WorkloadDescription, options: object): Promise<WSDL> {
  return new Promise((resolve, reject) => {
    const wsdl = new WSDL(wsdlText(workload), '', options);
    // Spaces belong to a text. The library supports this option for clients only, so it is set here.
    wsdl.options.preserveWhitespace = true;
    // The library would read `12 apples` as 12; an invalid number is refused instead.
    wsdl.options.customDeserializer = {
      int: asText,
      long: asText,
      double: asText,
      boolean: asText,
    };
    wsdl.onReady((error) => (error ? reject(error) : resolve(wsdl)));
  });
}

async function createServer({ workload, handlers }: Offer, files: Files): Promise<Server> {
  const path = endpointOf('soap', workload.name);
  const options = { path, returnFault: true, suppressStack: true };
  const methods = soapOperationsOf(workload).map((operation) => [
    operation.method,
    operation.stream === 'request'
      ? fileMethod(handlers, operation, files)
      : method(handlers, operation),
  ]);
  const port = Object.fromEntries(methods);
  const services = { [workload.service]: { [soapPortOf(workload)]: port } };
  const wsdl = await loadWsdl(workload, options);
  return new Server(null, path, services, wsdl, { ...options, services });
}

/**
 * The library's result for a message.
 * @param headers of the request; without a SOAPAction the operation is identified by the element in the
 * body, so there is no contradiction.
 */
async function processed(
  server: Server,
  url: string,
  xml: string,
  headers: Headers,
): Promise<SoapAnswer> {
  const { statusCode, body } = await server.processRequest(xml, { method: 'POST', url, headers });
  if (statusCode < 400) return { status: statusCode, body };
  if (body.includes('<faultcode>soap:')) return { status: statusCode, body };
  return faultFromLibrary(body);
}

/** Prepares the `soap` library for a workload's messages. */
export async function soapProcessor(offer: Offer): Promise<SoapProcessor> {
  const files: Files = new WeakMap();
  const server = await createServer(offer, files);
  const url = endpointOf('soap', offer.workload.name);
  const namespace = soapNamespaceOf(offer.workload);
  return {
    answer: (xml) => processed(server, url, xml, {}),
    upload: ({ method: name, request }, body) => {
      const field = fileFieldOf(request) ?? '';
      const element = { namespace, request: `${name}Request`, field };
      const headers: Headers = {};
      files.set(headers, fileMessages(field, fileInEnvelope(body, element)));
      return processed(server, url, emptyEnvelope(element), headers);
    },
  };
}
