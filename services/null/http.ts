import type { Socket } from 'node:net';
import type { RunningService } from '../service.ts';
import {
  type Content,
  graphqlContent,
  http1Answer,
  restContent,
  soapContent,
} from './http-answers.ts';
import { type NullServiceOptions, startListening } from './listener.ts';
import { KnownHead, RequestEnds } from './request-ends.ts';

/**
 * Starts a service that answers every HTTP/1.1 request with the same octets, as cheaply as possible: a
 * generator's throughput against it is the generator's own ceiling. The answer is the one to an echo of the
 * small product with seed 1, in JSON.
 */
export function startNullRest(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp(options, restContent());
}

/** The same with the answer in SOAP; see {@link startNullRest}. */
export function startNullSoap(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp(options, soapContent());
}

/** The same with the answer of GraphQL; see {@link startNullRest}. */
export function startNullGraphql(options: NullServiceOptions): Promise<RunningService> {
  return startNullHttp(options, graphqlContent());
}

/** The same with any answer; see {@link startNullRest}. */
export function startNullHttp(
  options: NullServiceOptions,
  content: Content,
): Promise<RunningService> {
  const answer = http1Answer(content);
  const known = new KnownHead(options.knowsHeads);
  return startListening(options, 'http/1.1', (socket) => {
    const requests = new RequestEnds(known);
    return (chunk) => send(socket, answer, requests.count(chunk), options.countAnswer);
  });
}

function send(socket: Socket, answer: Buffer, times: number, countAnswer: () => void): void {
  if (times < 0) {
    socket.destroy();
    return;
  }
  for (let answered = 0; answered < times; answered++) countAnswer();
  if (times === 1) socket.write(answer);
  else if (times > 1) socket.write(Buffer.concat(new Array<Buffer>(times).fill(answer)));
}
