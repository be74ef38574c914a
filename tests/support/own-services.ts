import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  createServer as createHttp2Server,
  createSecureServer,
  type Http2Server,
} from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TlsOptions } from 'node:tls';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import protobuf from 'protobufjs';
import { onTestFinished, TestRunner } from 'vitest';

/**
 * Services as users have them: they know nothing of Wirebench's workloads, and use only Node and gRPC's
 * own library. They keep the requests that they received, and end with their test
 * (in hooks of a file they have to be closed).
 */
export interface OwnService {
  /** Address as an experiment file has it. */
  readonly address: string;
  /** Method and path of each request, or method of each call, with its content. */
  readonly seen: {
    readonly call: string;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    /** The same as received; for requests over HTTP. */
    readonly octets?: Buffer;
  }[];
  close(): Promise<void>;
}

type Handler = (request: {
  method: string;
  path: string;
  body: string;
  headers: Readonly<Record<string, unknown>>;
}) => string | { status?: number; body: string | Buffer; type?: string; coding?: string };

/** An envelope of SOAP around an answer. */
export const envelope = (content: string) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;

async function listening(server: Server | Http2Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * A service over HTTP/1.1, or over HTTP/2; its answers are JSON or XML with status 200, unless they say otherwise.
 * @param tls options, as Node's servers accept them.
 */
export async function ownHttpService(
  handle: Handler = () => '{}',
  version: 1 | 2 = 1,
  tls?: TlsOptions,
): Promise<OwnService> {
  const seen: OwnService['seen'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const octets = await buffer(request);
    const body = octets.toString('utf8');
    const { method = '', url: path = '' } = request;
    seen.push({ call: `${method} ${path}`, headers: request.headers, body, octets });
    const said = handle({ method, path, body, headers: request.headers });
    const answered: Exclude<typeof said, string> = typeof said === 'string' ? { body: said } : said;
    const { status = 200, body: content, type, coding } = answered;
    response.writeHead(status, {
      'content-type': type ?? (String(content).startsWith('<') ? 'text/xml' : 'application/json'),
      'content-length': Buffer.byteLength(content),
      ...(coding === undefined ? {} : { 'content-encoding': coding }),
    });
    response.end(content);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response);
  const sessions = new Set<{ destroy(): void }>();
  const server = newServer(version, tls, onRequest);
  server.on(version === 1 ? 'connection' : 'session', (one: { destroy(): void }) =>
    sessions.add(one),
  );
  const address = await listening(server, tls ? 'https' : 'http');
  return closing(address, seen, async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const session of sessions) session.destroy();
    await closed;
  });
}

function closing(
  address: string,
  seen: OwnService['seen'],
  close: OwnService['close'],
): OwnService {
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  return { address, seen, close };
}

function newServer(
  version: 1 | 2,
  tls: TlsOptions | undefined,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Server | Http2Server {
  if (version === 1) return tls ? createHttpsServer(tls, onRequest) : createServer(onRequest);
  const server = tls ? createSecureServer(tls) : createHttp2Server();
  server.on('request', (request, response) => onRequest(request as never, response as never));
  return server as Http2Server;
}

/** Offers a server's types, in some of the versions of reflection. */
function reflect(server: grpc.Server, root: protobuf.Root, versions: readonly string[]): void {
  const definition = protoLoader.fromJSON(root.toJSON(), { keepCase: true });
  new ReflectionService(definition).addToServer({
    addService: (methods, handlers) => {
      const [, version = ''] = /^\/grpc\.reflection\.(\w+)\./.exec(pathOf(methods)) ?? [];
      if (versions.includes(version)) server.addService(methods, handlers);
    },
  });
}

const pathOf = (methods: grpc.ServiceDefinition) => Object.values(methods)[0]?.path ?? '';

/**
 * A service over gRPC by gRPC's own library.
 * @param proto source of its one file. @param versions of reflection: `v1`, `v1alpha`.
 */
export async function ownGrpcService(
  proto: string,
  service: string,
  answers: Readonly<Record<string, (request: Record<string, unknown>) => unknown>>,
  versions: readonly string[] = [],
  credentials = grpc.ServerCredentials.createInsecure(),
): Promise<OwnService> {
  const seen: OwnService['seen'] = [];
  const root = protobuf.parse(proto, { keepCase: true }).root;
  const { methods, fullName } = root.lookupService(service);
  const server = new grpc.Server();
  for (const method of Object.values(methods)) {
    const request = root.lookupType(method.requestType);
    const response = root.lookupType(method.responseType);
    const path = `/${fullName.replace(/^\./, '')}/${method.name}`;
    const definition = {
      [method.name]: {
        path,
        requestStream: false,
        responseStream: method.responseStream === true,
        requestDeserialize: (bytes: Buffer) =>
          request.toObject(request.decode(bytes), { longs: String }),
        requestSerialize: () => Buffer.alloc(0),
        responseSerialize: (value: unknown) =>
          Buffer.from(response.encode(response.fromObject(value as object)).finish()),
        responseDeserialize: () => ({}),
      },
    };
    const note = (call: { metadata: grpc.Metadata; request: Record<string, unknown> }) => {
      seen.push({
        call: path,
        headers: call.metadata.getMap(),
        body: JSON.stringify(call.request),
      });
      return answers[method.name]?.(call.request);
    };
    server.addService(definition as unknown as grpc.ServiceDefinition, {
      [method.name]: method.responseStream
        ? (call: grpc.ServerWritableStream<Record<string, unknown>, unknown>) => {
            for (const one of note(call) as unknown[]) call.write(one);
            call.end();
          }
        : (
            call: grpc.ServerUnaryCall<Record<string, unknown>, unknown>,
            done: grpc.sendUnaryData<unknown>,
          ) => done(null, note(call)),
    });
  }
  if (versions.length > 0) reflect(server, root, versions);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return closing(`127.0.0.1:${port}`, seen, async () => server.forceShutdown());
}

/**
 * An experiment with such a service, as a file.
 * @param service what is below `service`, indented by two. @param factors what is between their braces.
 */
export const ownExperiment = (
  service: string,
  factors: string,
  load = 'model: closed, requests: 40, warmUp: 0s',
  more = 'workers: 1\nverify: all\ntimeout: 60s',
) => `wirebench: 1
name: Own
service:
${service.replace(/^\n/, '')}
factors: {${factors}}
load: {${load}}
${more}
`;
