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

/**
 * Services as users have them: they know nothing of Wirebench's workloads, and use only Node and gRPC's
 * own library. They keep the requests that they received.
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
}) => {
  status: number;
  body: string | Buffer;
  type?: string;
  coding?: string;
};

async function listening(server: Server | Http2Server, scheme = 'http'): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service over HTTP/1.1, or over HTTP/2. @param tls options, as Node's servers accept them. */
export async function ownHttpService(
  handle: Handler,
  version: 1 | 2 = 1,
  tls?: TlsOptions,
): Promise<OwnService> {
  const seen: OwnService['seen'] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const octets = await buffer(request);
    const body = octets.toString('utf8');
    const { method = '', url: path = '' } = request;
    seen.push({ call: `${method} ${path}`, headers: request.headers, body, octets });
    const {
      status,
      body: content,
      type = 'application/json',
      coding,
    } = handle({
      method,
      path,
      body,
      headers: request.headers,
    });
    response.writeHead(status, {
      'content-type': type,
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
  return {
    address,
    seen,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
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
  return { address: `127.0.0.1:${port}`, seen, close: async () => server.forceShutdown() };
}
