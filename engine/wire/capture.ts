import type { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import type { CallContents } from '../../contracts/sizes.ts';
import type { WireCapture, wireRequestSchema } from '../../contracts/wire.ts';
import type { WireOrder } from '../../contracts/wire-messages.ts';
import type { Protocol } from '../../contracts/words.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { bundledAddress, serviceTls } from '../run/address.ts';
import { requestSetupOf } from '../run/assignments.ts';
import { type ServiceProcess, startService } from '../run/service-process.ts';
import { assertShapes } from './assert-shapes.ts';
import { KeyLogFile } from './key-log.ts';
import { openRelay, type Relay } from './relay.ts';
import { WireWorker } from './wire-worker.ts';

const callsOfCapture = 2;
const callTimeoutMs = 20_000;
/** For each shape of one protocol; the start of its service has a limit of its own. */
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

/** Two recorded calls, and what they carried where that was asked for. */
export interface Recorded {
  readonly capture: WireCapture;
  readonly contents: CallContents | null;
}

/** What all the shapes of a protocol are recorded with. */
export type CaptureSettings = Omit<Wanted, 'protocols' | 'shape'>;

/**
 * Records two calls of each protocol, one protocol after the other.
 * @param home holds the certificates.
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
  /** Whether what the calls carry is wanted too. */
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
  const ended = new AbortController();
  const stop = () =>
    ended.abort(new WirebenchError('WIRE_CAPTURE_FAILED', 'The capture was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await withService(subject, settings, home, ended);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Starts the service of a protocol for the time of its capture. */
async function withService(
  subject: Subject,
  settings: CaptureSettings,
  home: string,
  ended: AbortController,
): Promise<Recorded[]> {
  ended.signal.throwIfAborted();
  const { protocol, shapes } = subject;
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
    const order = { subject, settings, home, service };
    return await orAborted(ended, shapes.length, (aborted) => recordAll(order, aborted));
  } finally {
    await service.stop();
  }
}

interface Order {
  readonly subject: Subject;
  readonly settings: CaptureSettings;
  readonly home: string;
  readonly service: ServiceProcess;
}

/** What decides the requests; settings of the data that are left out have their defaults. */
function experimentOf({ workload, text, data }: CaptureSettings) {
  const filled = workloadOf(workload).data.parse(data);
  return { workload, text, seed, data: filled, formats: 'separate' } as const;
}

function cellOf(protocol: Protocol, { fields, dates }: CaptureSettings) {
  return { protocol, ...(fields && { fields }), ...(dates && { dates }) };
}

async function recordAll(order: Order, aborted: Promise<never>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const shape of order.subject.shapes) recorded.push(await record(order, shape, aborted));
  return recorded;
}

async function record(order: Order, shape: string, aborted: Promise<never>): Promise<Recorded> {
  const { settings, service } = order;
  const keyLog = settings.tls === 'off' ? null : await KeyLogFile.create();
  const parts: Parts = {
    relay: await openRelay(service),
    worker: new WireWorker(keyLog?.path ?? null),
    keyLog,
  };
  try {
    return await Promise.race([callAndRead(order, shape, parts), aborted]);
  } finally {
    await parts.worker.close();
    await parts.relay.close();
    await keyLog?.remove();
  }
}

async function callAndRead(
  { subject, settings, home }: Order,
  shape: string,
  { relay, worker, keyLog }: Parts,
): Promise<Recorded> {
  const { tls, client } = settings;
  const cell = { ...cellOf(subject.protocol, settings), shape, tls, client };
  const wireOrder: WireOrder = {
    cell,
    address: await bundledAddress(relay, tls, home),
    ...requestSetupOf(experimentOf(settings), cell),
    calls: callsOfCapture,
    timeoutMs: callTimeoutMs,
    contents: subject.contents,
  };
  const takenAt = new Date().toISOString();
  const done = await worker.call(wireOrder);
  await drained(relay);
  const connections = relay.recorded();
  const recording = { connections, keyLog: (await keyLog?.read(connections.length)) ?? '' };
  const capture = checked(await worker.read({ order: wireOrder, done, recording, takenAt }));
  return { capture, contents: done.contents };
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
  shapes: number,
  run: (aborted: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  // It is raced against; alone it must not count as unhandled.
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
