import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { endpointOf } from '../../contracts/protocols.ts';
import { maxMessageBytes } from '../../contracts/service-messages.ts';
import type { OperationDescription, WorkloadDescription } from '../../workloads/description.ts';
import { fileOperationsOf } from '../../workloads/files.ts';
import { soapActionName, wsdlText } from '../../workloads/interfaces/wsdl.ts';
import { healthPath } from '../../workloads/product/product.ts';
import { BodiesTooLarge } from '../body-memory.ts';
import { reportConnectionErrors } from '../connection-errors.ts';
import { namesTwoHosts, twoHosts } from '../hosts.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import { partsOf } from '../parts.ts';
import type { RunningService, ServiceOptions } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { BodyTooLong, readBody } from './body.ts';
import { fault, type SoapAnswer } from './fault.ts';
import { type SoapProcessor, soapProcessor } from './messages.ts';
import { wsdlFor } from './wsdl.ts';

/** Idle connections are the users' think time: nothing here may close them. */
const neverTimeOut: ServerOptions = {
  keepAliveTimeout: 0,
  requestTimeout: 0,
  headersTimeout: 0,
  noDelay: true,
};

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers messages. */
interface Answering {
  readonly processor: SoapProcessor;
  readonly uploads: Uploads;
}

/** Operations whose bodies are read incrementally, by SOAPAction. */
type Uploads = ReadonlyMap<string, OperationDescription>;

function uploadsOf(workload: WorkloadDescription): Uploads {
  const operations = fileOperationsOf(workload, 'soap');
  return new Map(operations.map((one) => [soapActionName(workload, one), one]));
}

/** The file operation that a request names; others are identified by the element in the body. */
function uploadIn(
  { headers }: IncomingMessage,
  uploads: Uploads,
): OperationDescription | undefined {
  return uploads.get(String(headers.soapaction ?? '').replace(/^"(.*)"$/, '$1'));
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  { processor, uploads }: Answering,
): Promise<SoapAnswer> {
  try {
    const upload = uploadIn(request, uploads);
    if (upload) return await processor.upload(upload, partsOf(request));
    return await processor.answer(await readBody(request, response, maxMessageBytes));
  } catch (error) {
    if (error instanceof BodyTooLong) return fault('Client', error.message, 413);
    if (error instanceof BodiesTooLarge) return fault('Server', error.message, error.statusCode);
    throw error;
  }
}

async function answerMessage(
  request: IncomingMessage,
  response: ServerResponse,
  answering: Answering,
  options: ServiceOptions,
): Promise<void> {
  const answer = await answerTo(request, response, answering);
  if (answer.status !== 200) options.onClientError(`Fault with status ${answer.status}`);
  options.pause(() => {
    options.countAnswer();
    send(response, answer.status, 'text/xml; charset=utf-8', answer.body);
  });
}

/** The routes besides the messages: the liveness probe and the interface file. */
function answerProbe(options: ServiceOptions) {
  const path = endpointOf('soap', options.workload.name);
  const wsdl = wsdlText(options.workload);
  const scheme = options.tls ? 'https' : 'http';
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const url = request.url ?? '/';
    if (url === healthPath) {
      send(response, 200, 'application/json', '{"status":"ok"}');
      return true;
    }
    if (!url.startsWith(path) || !/\?wsdl\b/i.test(url)) return false;
    const { localAddress = '127.0.0.1', localPort } = request.socket;
    const reached = `${localAddress}:${localPort}`;
    const text = wsdlFor(wsdl, scheme, request.headers.host, reached, path);
    send(response, 200, 'text/xml; charset=utf-8', text);
    return true;
  };
}

function listener(processor: SoapProcessor, options: ServiceOptions) {
  const path = endpointOf('soap', options.workload.name);
  const answering = { processor, uploads: uploadsOf(options.workload) };
  const isProbe = answerProbe(options);
  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    reason: string,
  ) => {
    request.resume();
    options.countAnswer();
    options.onClientError(`${request.method} ${request.url}: ${reason}`);
    const words = status === 400 ? reason : `POST SOAP messages to ${path}`;
    send(response, status, 'text/plain; charset=utf-8', `${words}\n`);
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (namesTwoHosts(request)) {
      refuse(request, response, 400, twoHosts);
      return;
    }
    const isEndpoint = request.url?.split('?')[0] === path;
    if (request.method === 'POST' && isEndpoint) {
      // An error here is the connection's: the requester is gone with it.
      answerMessage(request, response, answering, options).catch(() => response.destroy());
      return;
    }
    if (isProbe(request, response)) return;
    if (isEndpoint) response.setHeader('allow', 'POST');
    refuse(request, response, isEndpoint ? 405 : 404, 'nothing is there');
  };
}

/** Node's own behaviour, which a listener for such errors replaces. */
function refuseWhatIsNoHttp(server: Server): void {
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else socket.destroy();
  });
}

/** Starts a workload as SOAP 1.1 over HTTP/1.1 on the `soap` library. */
export async function startSoap(options: ServiceOptions): Promise<RunningService> {
  const answer = listener(await soapProcessor(options), options);
  const server = options.tls
    ? createHttpsServer({ ...neverTimeOut, ...tlsServerOptions(options.tls) }, answer)
    : createHttpServer(neverTimeOut, answer);
  refuseWhatIsNoHttp(server);
  reportConnectionErrors(server, options.onClientError);
  const connections = new OpenConnections().watch(server);
  const port = await listen(server, options);
  return { port, stop: () => stopListening(server, connections) };
}
