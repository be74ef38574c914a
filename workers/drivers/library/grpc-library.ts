import diagnostics from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import tls from 'node:tls';
import grpc from '@grpc/grpc-js';
import { loadSync, type MethodDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import type { Address } from '../../../contracts/worker-messages.ts';
import { grpcService, type Product, productSchema } from '../../../contracts/workloads/product.ts';
import type { Operation } from '../../../contracts/workloads/product-shapes.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import { productProto } from '../../codecs/protobuf.ts';
import type { Connection, DriverFactory, Failure, Sink } from '../driver.ts';
import { closedByUs } from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { grpcStatusNames } from '../http2/unary-reply.ts';

const methodNames: Record<Operation, string> = { echo: 'Echo', modify: 'Modify' };
const systemCode = /\b(E[A-Z]{3,})\b/;
const tlsWords = /certificate|\bSSL\b|\bTLS\b|altname|self.signed|ALPN|alert/i;

function loadMethod(operation: Operation): MethodDefinition<object, object> {
  const definition = loadSync(productProto, { keepCase: true, defaults: true });
  const service = definition[grpcService] as ServiceDefinition | undefined;
  const method = service?.[methodNames[operation]];
  if (!method) throw new TypeError(`the interface file lacks ${methodNames[operation]}`);
  return method;
}

/** TLS as the address wants it; the library derives the server name from the target and these options. */
function credentials(address: Address): grpc.ChannelCredentials {
  if (!address.tls) return grpc.credentials.createInsecure();
  const { ca, minVersion, maxVersion, identity } = address.tls;
  return grpc.credentials.createFromSecureContext(
    tls.createSecureContext({
      ca,
      minVersion,
      maxVersion,
      ...(identity ? { cert: identity.cert, key: identity.key } : {}),
    }),
  );
}

/** A broken connection reaches the caller as UNAVAILABLE with a text; only the text tells which kind. */
function classify(error: grpc.ServiceError): Failure {
  const code = grpcStatusNames[error.code] ?? `STATUS_${error.code}`;
  const message = `gRPC ${code}: ${error.details}`;
  if (error.code !== grpc.status.UNAVAILABLE && error.code !== grpc.status.INTERNAL) {
    return { kind: 'status', code, message };
  }
  const system = systemCode.exec(error.details)?.[1];
  if (/No connection established|name resolution/i.test(error.details)) {
    const kind = !system && tlsWords.test(error.details) ? 'tls' : 'connect';
    return { kind, code: system ?? code, message };
  }
  if (system || /dropped|closed|GOAWAY|RST_STREAM|reset|GOING_AWAY/i.test(error.details)) {
    return { kind: 'reset', code: system ?? code, message };
  }
  return { kind: 'status', code, message };
}

class GrpcLibraryConnection implements Connection {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #client: grpc.Client;
  readonly #method: MethodDefinition<object, object>;
  readonly #request: Product;
  readonly #calls = new Map<Sink, grpc.ClientUnaryCall>();
  #usable = false;
  #closed = false;

  constructor(address: Address, method: MethodDefinition<object, object>, request: Product) {
    this.#method = method;
    this.#request = request;
    const serverName = address.tls?.serverName;
    this.#client = new grpc.Client(hostHeader(address.host, address.port), credentials(address), {
      // A connection of its own, as the experiment asks, and not one shared behind the scenes.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_send_message_length': -1,
      'grpc.max_receive_message_length': -1,
      'grpc.enable_retries': 0,
      'grpc.enable_http_proxy': 0,
      ...(serverName && serverName !== address.host
        ? { 'grpc.ssl_target_name_override': serverName, 'grpc.default_authority': serverName }
        : {}),
    });
  }

  get usable(): boolean {
    return this.#usable;
  }

  connect(done: (failure: Failure | null) => void): void {
    const channel = this.#client.getChannel();
    const follow = (state: grpc.connectivityState): void => {
      if (state === grpc.connectivityState.READY) {
        this.#usable = true;
        this.#watchLoss(channel);
        done(null);
      } else if (state === grpc.connectivityState.TRANSIENT_FAILURE) {
        this.#askWhy(done);
      } else if (!this.#closed && state !== grpc.connectivityState.SHUTDOWN) {
        channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () =>
          this.#closed ? done(closedByUs) : follow(channel.getConnectivityState(true)),
        );
      } else {
        done(closedByUs);
      }
    };
    follow(channel.getConnectivityState(true));
  }

  send(sink: Sink, wantReply: boolean): void {
    const call = this.#call((error, answer) => {
      if (this.#calls.get(sink) !== call) return;
      this.#calls.delete(sink);
      if (error) sink.failed(classify(error));
      else this.#answered(sink, answer, wantReply);
    });
    this.#calls.set(sink, call);
  }

  abort(sink: Sink): void {
    const call = this.#calls.get(sink);
    this.#calls.delete(sink);
    call?.cancel();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#usable = false;
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const [sink, call] of calls) {
      call.cancel();
      sink.failed(closedByUs);
    }
    this.#client.close();
  }

  #answered(sink: Sink, answer: object | undefined, wantReply: boolean): void {
    const { description } = answer as { description?: unknown };
    const size = typeof description === 'string' ? description.length : 0;
    sink.succeeded(size, wantReply ? () => productSchema.parse({ ...answer }) : null);
  }

  #call(
    callback: (error: grpc.ServiceError | null, answer?: object) => void,
  ): grpc.ClientUnaryCall {
    const { path, requestSerialize, responseDeserialize } = this.#method;
    return this.#client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      this.#request,
      callback,
    );
  }

  /** The channel says that connecting failed but not why; a call that fails at once carries the reason. */
  #askWhy(done: (failure: Failure | null) => void): void {
    this.#call((error) => {
      done(error ? classify(error) : closedByUs);
      this.close();
    });
  }

  #watchLoss(channel: ReturnType<grpc.Client['getChannel']>): void {
    channel.watchConnectivityState(grpc.connectivityState.READY, Number.POSITIVE_INFINITY, () => {
      this.#usable = false;
    });
  }
}

/** The library opens its sockets itself; Node announces every one of this thread. */
function meterSockets(meter: ByteMeter): () => void {
  const listener = (message: unknown) => {
    const socket = (message as { socket?: unknown }).socket;
    if (socket instanceof Socket) meter.track(socket);
  };
  diagnostics.subscribe('net.client.socket', listener);
  return () => diagnostics.unsubscribe('net.client.socket', listener);
}

/** Unary gRPC through @grpc/grpc-js, as an application would. */
export const openGrpcLibrary: DriverFactory = async ({ address, operation, request, meter }) => {
  const method = loadMethod(operation);
  const stopMetering = meterSockets(meter);
  return { open: () => new GrpcLibraryConnection(address, method, request), close: stopMetering };
};
