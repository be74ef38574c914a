import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedBytes, ReceivedBody } from './body-memory.ts';

/** Whether a request may have a body that counts; of most a header tells. */
export function mayBeLarge({ headers, method, httpVersionMajor }: IncomingMessage): boolean {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length) > countedBytes;
  if (method === 'GET' || method === 'HEAD') return false;
  return httpVersionMajor === 2 || headers['transfer-encoding'] !== undefined;
}

/**
 * Counts what comes of a body, from now until its answer is over or its connection is gone.
 * @param refuse is told, once, that there is no room for it.
 */
export function countBody(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (error: Error) => void,
): void {
  // An answer that waits for its turn on a connection is told nothing when that goes.
  const carrier: EventEmitter = Reflect.get(request, 'stream') ?? request.socket;
  const body = new ReceivedBody(() => {
    response.once('close', release);
    carrier.once('close', release);
  });
  const release = (): void => {
    request.off('data', count);
    response.off('close', release);
    carrier.off('close', release);
    body.clear();
  };
  const count = (chunk: Buffer): void => {
    // What is left of a body that was answered is not kept.
    if (response.writableEnded) {
      release();
      return;
    }
    const error = body.add(chunk.length);
    if (error === null) return;
    release();
    refuse(error);
    // Nothing of the rest is kept.
    request.resume();
  };
  request.on('data', count);
}

/** Marks a route that reads its bodies as they come, and so holds none. */
export const readsInParts = { config: { readsInParts: true } };

const isReadInParts = ({ routeOptions }: FastifyRequest): boolean =>
  Reflect.get(routeOptions.config, 'readsInParts') === true;

/** Bounds what the bodies of an application hold together. */
export function boundBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request;
    if (mayBeLarge(raw) && !isReadInParts(request)) {
      // Whoever reads the body hears of it as of any other failure to read it; what nobody reads is not kept.
      countBody(raw, reply.raw, (error) => {
        if (raw.listenerCount('error') > 0) raw.emit('error', error);
      });
    }
    done(null, payload);
  });
}
