import diagnostics from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import grpc from '@grpc/grpc-js';
import { fromJSON, type ServiceDefinition } from '@grpc/proto-loader';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import type {
  Message,
  OperationDescription,
  WorkloadDescription,
} from '../../../workloads/description.ts';
import { protobufForm } from '../../../workloads/messages/protobuf-form.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import { describeService } from '../../codecs/protobuf.ts';
import type { Connection, DriverFactory, Failure, Sink } from '../driver.ts';
import { closedByUs } from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { boundAnswers } from './grpc-answers.ts';
import {
  answersOf,
  beginCall,
  type GrpcCall,
  type GrpcRequest,
  type Method,
  unaryCall,
} from './grpc-calls.ts';
import { credentialsFor } from './grpc-credentials.ts';
import { classify } from './grpc-failures.ts';

type Methods = ReadonlyMap<string, Pick<GrpcRequest, 'method' | 'stream' | 'answered'>>;

/** Longest message of an answer; many may be in flight. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Message objects as applications get them. */
export const loadedAs = { defaults: true, longs: Number, enums: String } as const;

/** The methods of a workload's service by name; they accept canonical messages. */
function methodsOf(workload: WorkloadDescription): Methods {
  const options = { keepCase: true, ...loadedAs };
  const definition = fromJSON(describeService(workload), options);
  const service = definition[`${workload.package}.${workload.service}`] as ServiceDefinition;
  const methods = Object.values(workload.operations).map((operation) => {
    const { method: name, request, stream } = operation;
    const { requestSerialize: write, ...found } = service[name] as Method;
    const formed = protobufForm(request);
    const requestSerialize = (message: object) => write(formed(message as Message));
    const method = { ...found, requestSerialize };
    return [name, { method, stream, answered: answersOf(operation) }] as const;
  });
  return new Map(methods);
}

function requestOf(
  methods: Methods,
  operation: OperationDescription,
  messages: () => Iterable<Message>,
): GrpcRequest {
  const found = methods.get(operation.method);
  if (!found) throw new TypeError(`the service has no method ${operation.method}`);
  return { operation, ...found, messages };
}

/** Timeout of a call made only to learn why there is no connection. */
const probe: Method = {
  path: '/grpc.health.v1.Health/Check',
  requestSerialize: () => Buffer.alloc(0),
  responseDeserialize: () => ({}),
};

export class GrpcLibraryConnection implements Connection {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #client: grpc.Client;
  readonly #calls = new Map<Sink, GrpcCall>();
  #usable = false;
  #closed = false;

  /** @param authority of requests; null for host and port. */
  constructor(address: Address, authority: string | null) {
    this.#client = new grpc.Client(
      hostHeader(address.host, address.port),
      credentialsFor(address),
      {
        // A separate connection, as the experiment requires, not a shared one.
        'grpc.use_local_subchannel_pool': 1,
        'grpc.max_send_message_length': -1,
        // Also the limit after decompression.
        'grpc.max_receive_message_length': maxMessageBytes,
        'grpc.enable_retries': 0,
        'grpc.enable_http_proxy': 0,
        ...(authority === null ? {} : { 'grpc.default_authority': authority }),
      },
    );
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

  send(request: GrpcRequest, sink: Sink, wantReply: boolean): void {
    const call = beginCall(this.#client, request, (error, answer) => {
      if (this.#calls.get(sink) !== call) return;
      this.#calls.delete(sink);
      const failure = error ? classify(error) : null;
      const left = request.judged ? request.judged(failure) : failure;
      if (left) sink.failed(left);
      else request.answered(sink, answer, wantReply);
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

  /** The channel reports that connecting failed but not why; a failing call carries the reason. */
  #askWhy(done: (failure: Failure | null) => void): void {
    const nothing = { message: {}, metadata: new grpc.Metadata() };
    unaryCall(this.#client, probe, nothing, (error) => {
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

/**
 * Counts the bytes of the library, and limits the memory of its answers. It opens its sockets itself; Node
 * announces all of this thread.
 */
export function watchCalls(meter: ByteMeter, memory?: MemoryBudget): () => void {
  const listener = (message: unknown) => {
    const socket = (message as { socket?: unknown }).socket;
    if (socket instanceof Socket) meter.track(socket);
  };
  diagnostics.subscribe('net.client.socket', listener);
  const stopBounding = boundAnswers(memory);
  return () => {
    diagnostics.unsubscribe('net.client.socket', listener);
    stopBounding();
  };
}

/** gRPC through @grpc/grpc-js, as an application would. */
export const openGrpcLibrary: DriverFactory = async ({ address, workload, meter }) => {
  const methods = methodsOf(workload);
  const stopWatching = watchCalls(meter);
  const serverName = address.tls?.serverName ?? address.host;
  const authority = serverName === address.host ? null : serverName;
  return {
    prepare: (operation, message) => requestOf(methods, operation, () => [message]),
    prepareStream: (operation, messages) => requestOf(methods, operation, messages),
    open: () => new GrpcLibraryConnection(address, authority),
    close: stopWatching,
  };
};
