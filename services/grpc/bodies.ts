import { constants, type ServerHttp2Stream } from 'node:http2';
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { countedBytes, HeldBody } from '../body-memory.ts';

/**
 * Bounds what the messages of calls under way hold together. The library tells of whole messages only, so
 * that their parts are counted on the stream of the call.
 */
export const boundCalls: ServerInterceptor = (method, given) => {
  // What the library gives, and takes back, is any that has the methods of one.
  const call = given as ServerInterceptingCall;
  const stream: ServerHttp2Stream | undefined = Reflect.get(call, 'stream');
  if (stream === undefined) return call;
  let early = 0;
  let held: HeldBody | null = null;
  const count = (chunk: Buffer): void => {
    early += chunk.length;
    if (early <= countedBytes) return;
    if (held === null) {
      held = new HeldBody();
      stream.once('close', () => held?.release());
    }
    const error = held.add(chunk.length);
    if (error === null) return;
    stream.off('data', count);
    call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details: error.message });
    // The library keeps what it has of the message until the stream is over.
    stream.close(constants.NGHTTP2_NO_ERROR);
  };
  stream.on('data', count);
  if (!method.requestStream) return call;
  // Messages of a stream are taken one by one.
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMessage: (message, pass) => {
          early = 0;
          held?.release();
          pass(message);
        },
      }),
  });
};
