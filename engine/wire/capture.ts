import type { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { CallContents } from '../../contracts/sizes.ts';
import type { WireCapture, wireRequestSchema } from '../../contracts/wire.ts';
import type { WireOrder } from '../../contracts/wire-messages.ts';
import type { Protocol, TlsLevel } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { bundledAddress, serviceTls } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { startService } from '../run/service-process.ts';
import { assertShapes } from './assert-shapes.ts';
import { KeyLogFile } from './key-log.ts';
import { maxRecordedBytes, openRelay, type Relay } from './relay.ts';
import { WireWorker } from './wire-worker.ts';

const callsOfCapture = 2;
const callTimeoutMs = 20_000;
/** Timeout for each shape of one protocol; the start of its service has a separate one. */
const captureTimeoutMs = 60_000;
/** Timeout for both sides to close their connections after the last call. */
const drainTimeoutMs = 3000;
const seed = 1;

type Wanted = z.output<typeof wireRequestSchema>;

/** Resources of a capture, which must always be closed. */
interface Parts {
  readonly relay: Relay;
  readonly worker: WireWorker;
  readonly keyLog: KeyLogFile | null;
}

/** Two recorded calls, and their messages where requested. */
export interface Recorded {
  readonly capture: WireCapture;
  readonly contents: CallContents | null;
}

/** Common options for recording all shapes of a protocol. */
export type CaptureSettings = Omit<Wanted, 'protocols' | 'shape'>;

/**
 * Records two calls of each protocol, one protocol after the other.
 * @param home folder of the certificates.
 * @throws WirebenchError ARGUMENT_INVALID, WIRE_CAPTURE_FAILED, SERVICE_START_FAILED
 */
export async function captureAll(
  wanted: Wanted,
  home: string,
  signal: AbortSignal,
): Promise<WireCapture[]> {
  assertShapes({ ...wanted, shapes: [wanted.shape] });
  const captures: WireCapture[] = [];
  for (const protocol of wanted.protocols) {
    const subject = { protocol, shapes: [wanted.shape], contents: false };
    const recorded = await captureShapes(subject, wanted, home, signal);
    captures.push(...recorded.map(({ capture }) => capture));
  }
  return captures;
}

interface Subject {
  readonly protocol: Protocol;
  readonly shapes: readonly string[];
  /** Whether to return the messages of the calls too. */
  readonly contents: boolean;
}

/**
 * Records two calls of each shape in one protocol, with one service.
 * @throws WirebenchError WIRE_CAPTURE_FAILED, SERVICE_START_FAILED
 */
export async function captureShapes(
  subject: Subject,
  settings: CaptureSettings,
  home: string,
  signal: AbortSignal,
): Promise<Recorded[]> {
  return stoppable(signal, (ended) => withService(subject, settings, home, ended));
}

/** Runs something that ends with a specific error when its caller leaves. */
export async function stoppable<Result>(
  signal: AbortSignal,
  act: (ended: AbortController) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const stop = () =>
    ended.abort(new WirebenchError('WIRE_CAPTURE_FAILED', 'The capture was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await act(ended);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A recorded service: its address, and the calls made through the recorder. */
export interface Recordable {
  readonly place: { readonly host: string; readonly port: number };
  /** The calls of a shape. @param relay the recorder, which forwards everything. */
  order(shape: string, relay: Relay): Promise<CaptureOrder>;
}

type CaptureOrder = Omit<WireOrder, 'calls' | 'timeoutMs' | 'contents'>;

/** Starts the service of a protocol for the duration of its capture. */
async function withService(
  subject: Subject,
  settings: CaptureSettings,
  home: string,
  ended: AbortController,
): Promise<Recorded[]> {
  ended.signal.throwIfAborted();
  const { protocol } = subject;
  const { data, fields, dates } = requestSetupOf(
    experimentOf(settings),
    cellOf(protocol, settings),
  );
  const service = await startService({
    workload: settings.workload,
    setup: serviceSetupSchema.parse({ data, seed, text: settings.text, fields, dates }),
    protocol,
    host: '127.0.0.1',
    port: 0,
    tls: await serviceTls(settings.tls, home),
    delayMs: 0,
  });
  service.onDeath((reason) =>
    ended.abort(new WirebenchError('SERVICE_DIED', `The ${protocol} service ${reason}`)),
  );
  try {
    ended.signal.throwIfAborted();
    const target: Recordable = {
      place: service,
      order: async (shape, relay) => {
        const { tls, client } = settings;
        const cell = { ...cellOf(protocol, settings), shape, tls, client };
        const address = await bundledAddress(relay, tls, home);
        return { cell, address, ...requestSetupOf(experimentOf(settings), cell) };
      },
    };
    return await recordShapes(subject, target, settings.tls, ended);
  } finally {
    await service.stop();
  }
}

/** Determines the requests; missing data settings have their defaults. */
function experimentOf({ workload, text, data }: CaptureSettings) {
  const filled = workloadOf(workload).data.parse(data);
  return { workload, text, seed, data: filled, formats: 'separate' } as const;
}

function cellOf(protocol: Protocol, { fields, dates }: CaptureSettings) {
  return { protocol, ...(fields && { fields }), ...(dates && { dates }) };
}

/**
 * Records two calls of each shape, one after the other, until done, aborted or timed out.
 * @throws WirebenchError WIRE_CAPTURE_FAILED
 */
export function recordShapes(
  { shapes, contents }: Pick<Subject, 'shapes' | 'contents'>,
  target: Recordable,
  tls: TlsLevel,
  ended: AbortController,
): Promise<Recorded[]> {
  return orAborted(ended, shapes.length, async (aborted) => {
    const recorded: Recorded[] = [];
    for (const shape of shapes)
      recorded.push(await record(target, { shape, contents, tls }, aborted));
    return recorded;
  });
}

interface Wish {
  readonly shape: string;
  readonly contents: boolean;
  readonly tls: TlsLevel;
}

async function record(target: Recordable, wish: Wish, aborted: Promise<never>): Promise<Recorded> {
  const keyLog = wish.tls === 'off' ? null : await KeyLogFile.create();
  const parts: Parts = {
    relay: await openRelay(target.place),
    worker: new WireWorker(keyLog?.path ?? null),
    keyLog,
  };
  try {
    return await Promise.race([callAndRead(target, wish, parts), aborted]);
  } catch (error) {
    // The driver only connects to the recorder, which was reachable.
    throw unreachedError(target, parts.relay) ?? overrunError(parts.relay) ?? error;
  } finally {
    await parts.worker.close();
    await parts.relay.close();
    await keyLog?.remove();
  }
}

function unreachedError({ place }: Recordable, { unreached }: Relay): WirebenchError | null {
  if (unreached === null) return null;
  return new WirebenchError(
    'WIRE_CAPTURE_FAILED',
    `Nothing can be reached at ${place.host}:${place.port} (${unreached}).`,
    { hint: 'Check whether the service runs there.' },
  );
}

function overrunError({ isFull }: Relay): WirebenchError | null {
  if (!isFull) return null;
  return new WirebenchError(
    'WIRE_CAPTURE_FAILED',
    `More than ${maxRecordedBytes} bytes went over the wire for two calls`,
    { hint: 'Record a request with shorter messages.' },
  );
}

async function callAndRead(
  target: Recordable,
  { shape, contents }: Wish,
  { relay, worker, keyLog }: Parts,
): Promise<Recorded> {
  const wireOrder: WireOrder = {
    ...(await target.order(shape, relay)),
    calls: callsOfCapture,
    timeoutMs: callTimeoutMs,
    contents,
  };
  const takenAt = new Date().toISOString();
  const done = await worker.call(wireOrder);
  await drained(relay);
  const overrun = overrunError(relay);
  if (overrun) throw overrun;
  const connections = relay.recorded();
  const recording = { connections, keyLog: (await keyLog?.read(connections.length)) ?? '' };
  const capture = checked(await worker.read({ order: wireOrder, done, recording, takenAt }));
  return { capture, contents: done.contents };
}

/** Closes connections that the driver leaves open; what it sent is recorded anyway. */
async function drained(relay: Relay): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, drainTimeoutMs);
  await Promise.race([relay.drained(), late.promise]);
  clearTimeout(timer);
}

/** A capture that does not show every call is invalid. */
function checked(capture: WireCapture): WireCapture {
  if (capture.calls.length === callsOfCapture) return capture;
  throw new WirebenchError(
    'WIRE_CAPTURE_FAILED',
    `The recording shows ${capture.calls.length} calls instead of ${callsOfCapture}`,
    { hint: 'Take the capture again; if that does not help, report it with its settings.' },
  );
}

/** Runs something with a promise that rejects when it must end early. */
async function orAborted<Result>(
  ended: AbortController,
  shapes: number,
  run: (aborted: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Used in a race; alone it must not count as unhandled.
  promise.catch(() => undefined);
  const limitMs = shapes * captureTimeoutMs;
  const timer = setTimeout(() => {
    const message = `The capture took longer than ${limitMs / 1000} s`;
    ended.abort(new WirebenchError('WIRE_CAPTURE_FAILED', message));
  }, limitMs);
  ended.signal.addEventListener('abort', () => reject(ended.signal.reason), { once: true });
  if (ended.signal.aborted) reject(ended.signal.reason);
  try {
    return await run(promise);
  } finally {
    clearTimeout(timer);
  }
}
