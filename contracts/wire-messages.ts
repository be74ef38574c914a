import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { callContentsSchema } from './sizes.ts';
import { wireCaptureSchema, wireDirectionSchema } from './wire.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/**
 * The engine starts `workers/wire/worker.ts` for one capture: it makes the calls, and afterwards
 * takes the recording apart, because the readers of protocols are the workers'.
 */

const wireOrderSchema = requestSetupSchema.extend({
  cell: cellSchema,
  /** That of the recorder, which passes everything on to the service. */
  address: addressSchema,
  /** Calls one after the other, on one connection as far as the driver keeps it. */
  calls: z.number().int().min(1),
  /** For each call, and for connecting. */
  timeoutMs: z.number(),
  /** Whether what the calls carry is to be told as well. */
  contents: z.boolean(),
});
export type WireOrder = z.infer<typeof wireOrderSchema>;

/** What the driver did; times are readings of `process.hrtime.bigint()`. */
const wireDoneSchema = z.object({
  startedAt: z.bigint(),
  calls: z.array(z.object({ sentAt: z.bigint(), answeredAt: z.bigint() })),
  /** By the driver's own sockets. */
  counted: z.object({ sent: z.number().int(), received: z.number().int() }),
  /** Null where the order did not ask for it. */
  contents: callContentsSchema.nullable(),
});
export type WireDone = z.infer<typeof wireDoneSchema>;

/** Octets as they came over one side of the recorder, with the time at which they did. */
const wireChunkSchema = z.object({
  direction: wireDirectionSchema,
  /** Milliseconds from the start of the first connection. */
  atMs: z.number(),
  bytes: z.instanceof(Uint8Array),
});
export type WireChunk = z.infer<typeof wireChunkSchema>;

const wireConnectionSchema = z.object({
  openedMs: z.number(),
  /** Null when neither side had closed it when the recording ended. */
  closedMs: z.number().nullable(),
  /** In the order in which they came. */
  chunks: z.array(wireChunkSchema),
});
export type WireConnection = z.infer<typeof wireConnectionSchema>;

const wireRecordingSchema = z.object({
  connections: z.array(wireConnectionSchema),
  /** Secrets of the TLS connections in the format of NSS key logs; empty without TLS. */
  keyLog: z.string(),
});

const wireReadingSchema = z.object({
  order: wireOrderSchema,
  done: wireDoneSchema,
  recording: wireRecordingSchema,
  takenAt: z.string(),
});
export type WireReading = z.infer<typeof wireReadingSchema>;

/** To the worker. */
export const wireCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), order: wireOrderSchema }),
  z.object({ type: z.literal('read'), reading: wireReadingSchema }),
]);
export type WireCommand = z.infer<typeof wireCommandSchema>;

/** From the worker; one for each command. */
export const wireReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('called'), done: wireDoneSchema }),
  z.object({ type: z.literal('read'), capture: wireCaptureSchema }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type WireReport = z.infer<typeof wireReportSchema>;
