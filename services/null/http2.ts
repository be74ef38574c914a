import type { RunningService } from '../service.ts';
import { restContent } from './http-answers.ts';
import { type AnswerForm, answerFormOf, grpcForm } from './http2-answers.ts';
import { NullHttp2Connection } from './http2-connection.ts';
import { type NullServiceOptions, startListening } from './listener.ts';

/**
 * Starts a service that answers every unary gRPC call with its own message, as cheaply as possible: a
 * generator's throughput against it is the generator's own ceiling. HTTP/2 with prior knowledge, or over TLS
 * by ALPN.
 */
export function startNullGrpc(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp2(options, grpcForm);
}

/** The same for REST: every request is answered with the small product with seed 1, in JSON. */
export function startNullRestHttp2(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp2(options, answerFormOf(restContent()));
}

function startNullHttp2(options: NullServiceOptions, form: AnswerForm): Promise<RunningService> {
  return startListening(options, 'h2', (socket) => {
    const connection = new NullHttp2Connection(socket, form, options.countAnswer);
    return (chunk) => connection.take(chunk);
  });
}
