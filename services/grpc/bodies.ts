import { constants, type ServerHttp2Stream } from 'node:http2';
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { ReceivedBody } from '../body-memory.ts';
import type { ServiceOptions } from '../service.ts';

/**
 * Bounds what the messages of calls under way hold together. The library tells of whole messages only, so
 * that their parts are counted on the stream of the call.
 */
export const boundCalls =
  ({ countAnswer, onClientError }: ServiceOptions): ServerInterceptor =>
  (method, given) => {
    // What the library gives, and takes back, is any that has the methods of one.
    const call = given as ServerInterceptingCall;
    const stream: ServerHttp2Stream | undefined = Reflect.get(call, 'stream');
    if (stream === undefined) return call;
    /** All messages of the call, one after the other. */
    const body = new ReceivedBody(() => stream.once('close', () => body.clear()));
    const refuse = (reason: string): void => {
      stream.off('data', count);
      // The handler of a stream of messages is told that it ended, and counts it.
      if (!method.requestStream) {
        countAnswer();
        onClientError(reason);
      }
      call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details: reason });
      // The library keeps what it has of the message until the stream is over.
      stream.close(constants.NGHTTP2_NO_ERROR);
    };
    const count = (chunk: Buffer): void => {
      // What comes after the status is not kept.
      if (stream.writableEnded) {
        stream.off('data', count);
        return;
      }
      const error = body.add(chunk.length);
      if (error !== null) refuse(error.message);
    };
    stream.on('data', count);
    if (!method.requestStream) return call;
    // What waits for the handler after that is its own to bound.
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMessage: (message, pass) => {
            body.clear();
            pass(message);
          },
        }),
    });
  };
