import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { callContentsSchema } from './sizes.ts';
import { wireCaptureSchema, wireDirectionSchema } from './wire.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/**
 * The engine starts `workers/wire/worker.ts` for one capture: it makes the calls and then parses the
 * recording, because the protocol readers belong to the workers.
 */

const wireOrderSchema = requestSetupSchema.extend({
  cell: cellSchema,
  /** Address of the recorder, which forwards everything to the service. */
  address: addressSchema,
  /** Sequential calls, on one connection as far as the driver keeps it. */
  calls: z.number().int().min(1),
  /** Timeout of each call, and of connecting. */
  timeoutMs: z.number(),
  /** Whether to report the content of the calls too. */
  contents: z.boolean(),
});
export type WireOrder = z.infer<typeof wireOrderSchema>;

/** The driver's actions; times are readings of `process.hrtime.bigint()`. */
const wireDoneSchema = z.object({
  startedAt: z.bigint(),
  calls: z.array(z.object({ sentAt: z.bigint(), answeredAt: z.bigint() })),
  /** Counted by the driver's own sockets. */
  counted: z.object({ sent: z.number().int(), received: z.number().int() }),
  /** Null if not requested. */
  contents: callContentsSchema.nullable(),
});
export type WireDone = z.infer<typeof wireDoneSchema>;

/** Octets received on one side of the recorder, with their time. */
const wireChunkSchema = z.object({
  direction: wireDirectionSchema,
  /** Milliseconds from the start of the first connection. */
  atMs: z.number(),
  bytes: z.instanceof(Uint8Array),
});
export type WireChunk = z.infer<typeof wireChunkSchema>;

const wireConnectionSchema = z.object({
  openedMs: z.number(),
  /** Null if neither side had closed it when the recording ended. */
  closedMs: z.number().nullable(),
  /** In order of arrival. */
  chunks: z.array(wireChunkSchema),
});
export type WireConnection = z.infer<typeof wireConnectionSchema>;

const wireRecordingSchema = z.object({
  connections: z.array(wireConnectionSchema),
  /** Secrets of the TLS connections in NSS key log format; empty without TLS. */
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

/** From the worker; one per command. */
export const wireReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('called'), done: wireDoneSchema }),
  z.object({ type: z.literal('read'), capture: wireCaptureSchema }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type WireReport = z.infer<typeof wireReportSchema>;
