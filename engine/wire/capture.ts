import type { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';
import type { WireCapture, wireRequestSchema } from '../../contracts/wire.ts';
import type { WireOrder } from '../../contracts/wire-messages.ts';
import type { Protocol } from '../../contracts/words.ts';
import { bundledAddress, serviceTls } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { type ServiceProcess, startService } from '../run/service-process.ts';
import { KeyLogFile } from './key-log.ts';
import { openRelay, type Relay } from './relay.ts';
import { WireWorker } from './wire-worker.ts';

const callsOfCapture = 2;
const callTimeoutMs = 20_000;
/** For all of one protocol but the start of its service, which has a limit of its own. */
const captureTimeoutMs = 60_000;
/** For both sides to close their connections after the last call. */
const drainTimeoutMs = 3000;
const seed = 1;

type Wanted = z.output<typeof wireRequestSchema>;

/** What a capture starts, to be ended in any case. */
interface Parts {
  readonly relay: Relay;
  readonly worker: WireWorker;
  readonly keyLog: KeyLogFile | null;
}

/**
 * Records two calls of each protocol, one protocol after the other.
 * @param home holds the certificates.
 * @throws WirebenchError WIRE_CAPTURE_FAILED, SERVICE_START_FAILED
 */
export async function captureAll(
  wanted: Wanted,
  home: string,
  signal: AbortSignal,
): Promise<WireCapture[]> {
  const captures: WireCapture[] = [];
  for (const protocol of wanted.protocols) {
    captures.push(await captureOne(protocol, wanted, home, signal));
  }
  return captures;
}

async function captureOne(
  protocol: Protocol,
  wanted: Wanted,
  home: string,
  signal: AbortSignal,
): Promise<WireCapture> {
  const ended = new AbortController();
  const stop = () =>
    ended.abort(new WirebenchError('WIRE_CAPTURE_FAILED', 'The capture was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await withService(protocol, wanted, home, ended);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Starts the service of a protocol for the time of its capture. */
async function withService(
  protocol: Protocol,
  wanted: Wanted,
  home: string,
  ended: AbortController,
): Promise<WireCapture> {
  ended.signal.throwIfAborted();
  const service = await startService({
    workload: 'product',
    protocol,
    host: '127.0.0.1',
    port: 0,
    tls: await serviceTls(wanted.tls, home),
    delayMs: 0,
  });
  service.onDeath((reason) =>
    ended.abort(new WirebenchError('SERVICE_DIED', `The ${protocol} service ${reason}`)),
  );
  try {
    ended.signal.throwIfAborted();
    const order = { protocol, wanted, home, service };
    return await orAborted(ended, (aborted) => record(order, aborted));
  } finally {
    await service.stop();
  }
}

interface Order {
  readonly protocol: Protocol;
  readonly wanted: Wanted;
  readonly home: string;
  readonly service: ServiceProcess;
}

async function record(order: Order, aborted: Promise<never>): Promise<WireCapture> {
  const { wanted, service } = order;
  const keyLog = wanted.tls === 'off' ? null : await KeyLogFile.create();
  const parts: Parts = {
    relay: await openRelay(service),
    worker: new WireWorker(keyLog?.path ?? null),
    keyLog,
  };
  try {
    return await Promise.race([callAndRead(order, parts), aborted]);
  } finally {
    await parts.worker.close();
    await parts.relay.close();
    await keyLog?.remove();
  }
}

async function callAndRead(order: Order, { relay, worker, keyLog }: Parts): Promise<WireCapture> {
  const { protocol, wanted, home } = order;
  const { shape, tls, client, text } = wanted;
  const cell = { protocol, shape, tls, client };
  const wireOrder: WireOrder = {
    cell,
    address: await bundledAddress(relay, tls, home),
    ...requestSetupOf({ workload: 'product', text, seed, data: {}, formats: 'separate' }, cell),
    calls: callsOfCapture,
    timeoutMs: callTimeoutMs,
  };
  const takenAt = new Date().toISOString();
  const done = await worker.call(wireOrder);
  await drained(relay);
  const connections = relay.recorded();
  const recording = { connections, keyLog: (await keyLog?.read(connections.length)) ?? '' };
  return checked(await worker.read({ order: wireOrder, done, recording, takenAt }));
}

/** A driver that leaves its connection open is cut off; what it sent is recorded all the same. */
async function drained(relay: Relay): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, drainTimeoutMs);
  await Promise.race([relay.drained(), late.promise]);
  clearTimeout(timer);
}

/** A capture that does not show every call is none. */
function checked(capture: WireCapture): WireCapture {
  if (capture.calls.length === callsOfCapture) return capture;
  throw new WirebenchError(
    'WIRE_CAPTURE_FAILED',
    `The recording shows ${capture.calls.length} calls instead of ${callsOfCapture}`,
    { hint: 'Take the capture again; if that does not help, report it with its settings.' },
  );
}

/** Runs something with a promise that rejects when it has to end before its time. */
async function orAborted<Result>(
  ended: AbortController,
  run: (aborted: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  // It is raced against; alone it must not count as unhandled.
  promise.catch(() => undefined);
  const timer = setTimeout(() => {
    const message = `The capture took longer than ${captureTimeoutMs / 1000} s`;
    ended.abort(new WirebenchError('WIRE_CAPTURE_FAILED', message));
  }, captureTimeoutMs);
  ended.signal.addEventListener('abort', () => reject(ended.signal.reason), { once: true });
  if (ended.signal.aborted) reject(ended.signal.reason);
  try {
    return await run(promise);
  } finally {
    clearTimeout(timer);
  }
}
