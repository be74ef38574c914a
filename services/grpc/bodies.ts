import { constants, type ServerHttp2Stream } from 'node:http2';
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js';
import { ReceivedBody } from '../body-memory.ts';
import type { ServiceOptions } from '../service.ts';

/**
 * Limits the memory of the messages of all current calls. The library reports only whole messages, so their
 * parts are counted on the stream of the call.
 */
export const boundCalls =
  ({ countAnswer, onClientError }: ServiceOptions): ServerInterceptor =>
  (method, given) => {
    // The library provides, and accepts, any object with its methods.
    const call = given as ServerInterceptingCall;
    const stream: ServerHttp2Stream | undefined = Reflect.get(call, 'stream');
    if (stream === undefined) return call;
    /** All messages of the call, in sequence. */
    const body = new ReceivedBody(() => stream.once('close', () => body.clear()));
    const refuse = (reason: string): void => {
      stream.off('data', count);
      // The handler of a message stream is notified of its end, and counts it.
      if (!method.requestStream) {
        countAnswer();
        onClientError(reason);
      }
      call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details: reason });
      // The library keeps the message's octets until the stream ends.
      stream.close(constants.NGHTTP2_NO_ERROR);
    };
    const count = (chunk: Buffer): void => {
      // Octets after the status are not kept.
      if (stream.writableEnded) {
        stream.off('data', count);
        return;
      }
      const error = body.add(chunk.length);
      if (error !== null) refuse(error.message);
    };
    stream.on('data', count);
    if (!method.requestStream) return call;
    // Messages queued for the handler are limited by it.
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
