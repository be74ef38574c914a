import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countedBytes, ReceivedBody } from './body-memory.ts';

/** Whether a request may have a body that counts; mostly decided by a header. */
export function mayBeLarge({ headers, method, httpVersionMajor }: IncomingMessage): boolean {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length) > countedBytes;
  if (method === 'GET' || method === 'HEAD') return false;
  return httpVersionMajor === 2 || headers['transfer-encoding'] !== undefined;
}

/**
 * Counts the body's octets, until its answer is complete or its connection is closed.
 * @param refuse called once, when there is no memory left for it.
 */
export function countBody(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (error: Error) => void,
): void {
  // An answer queued on a connection is not notified when that closes.
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
    // The remainder of an answered body is discarded.
    if (response.writableEnded) {
      release();
      return;
    }
    const error = body.add(chunk.length);
    if (error === null) return;
    release();
    refuse(error);
    // The remainder is discarded.
    request.resume();
  };
  request.on('data', count);
}

/** Marks a route that processes its bodies as they arrive, without buffering. */
export const readsInParts = { config: { readsInParts: true } };

const isReadInParts = ({ routeOptions }: FastifyRequest): boolean =>
  Reflect.get(routeOptions.config, 'readsInParts') === true;

/** Limits the memory of an application's bodies. */
export function boundBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request;
    if (mayBeLarge(raw) && !isReadInParts(request)) {
      // The body's reader is notified like of any read error; a body without reader is discarded.
      countBody(raw, reply.raw, (error) => {
        if (raw.listenerCount('error') > 0) raw.emit('error', error);
      });
    }
    done(null, payload);
  });
}
