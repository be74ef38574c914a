import { z } from 'zod';
import { datesLevelSchema, fieldsLevelSchema } from './experiment/environment-factors.ts';
import { shapeSchema } from './experiment/shape.ts';
import { framedProtocols } from './protocols.ts';
import {
  clientKindSchema,
  protocolSchema,
  subjectSchema,
  textKindSchema,
  tlsLevelSchema,
  workloadNameSchema,
} from './words.ts';

/**
 * Purpose of a byte on the wire. `payload` is the message in its own encoding (JSON, Protobuf, the XML
 * elements of its fields), `envelope` is added by the protocol. All are measured except `tcp-ip`, which is
 * estimated: the operating system adds and removes those headers below every socket.
 */
const wireLayerSchema = z.enum([
  'payload',
  'envelope',
  'headers',
  'framing',
  'tls-records',
  'tls-handshake',
  'tcp-ip',
]);
export type WireLayer = z.infer<typeof wireLayerSchema>;
export const wireLayers = wireLayerSchema.options;

/** Sections of a recorded connection, in the order of their start. */
const wireStageSchema = z.enum([
  'tcp',
  'tls',
  'http2',
  // The set-up of a protocol with its own frames is named after it.
  ...framedProtocols,
  'first',
  'second',
  'close',
]);
export type WireStage = z.infer<typeof wireStageSchema>;
export const wireStages = wireStageSchema.options;

/** From the client's view: `sent` is the request's direction, `received` that of the answer. */
export const wireDirectionSchema = z.enum(['sent', 'received']);
export type WireDirection = z.infer<typeof wireDirectionSchema>;

const bytes = z.number().int().min(0);

/** Bytes of each layer. */
export const layerBytesSchema = z.object({
  payload: bytes,
  envelope: bytes,
  headers: bytes,
  framing: bytes,
  'tls-records': bytes,
  'tls-handshake': bytes,
  'tcp-ip': bytes,
  /** Payload bytes that are field values; absent if not inspected. */
  values: bytes.optional(),
});
export type LayerBytes = z.infer<typeof layerBytesSchema>;

/** Bytes of some of the layers. */
export type SomeLayers = { readonly [Layer in WireLayer | 'values']?: number | undefined };

/** A named stretch of a message's bytes; parts follow each other without gaps. */
const wirePartSchema = z.object({
  /** Offset from the start of the message. */
  offset: bytes,
  bytes,
  /** The layer of most of its bytes. */
  layer: wireLayerSchema,
  /** All of its layers: in a value with escaped characters, some bytes are not part of the value. */
  layers: layerBytesSchema.partial(),
  /** Such as `frame header: HEADERS, stream 1, END_HEADERS`. */
  label: z.string(),
  /** A header or setting in clear text; long values are cut. */
  field: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** Whether the shown bytes were encrypted on the wire, with the same length. */
  decrypted: z.boolean(),
});
export type WirePart = z.infer<typeof wirePartSchema>;

/** Consecutive bytes from one side: an arrow of the sequence diagram. */
const wireMessageSchema = z.object({
  id: z.number().int(),
  /** From 0, in the order of connecting. */
  connection: z.number().int(),
  stage: wireStageSchema,
  direction: wireDirectionSchema,
  label: z.string(),
  basis: z.enum(['measured', 'estimated']),
  bytes,
  /** Milliseconds from the start of the first connection to its first and last byte at the recorder. */
  startMs: z.number(),
  endMs: z.number(),
  layers: layerBytesSchema,
  /** Of a long message the first and last parts, with one part for all between. */
  parts: z.array(wirePartSchema),
  /** Its first bytes; all of a short message; base64. */
  head: z.base64(),
  /** The last bytes of a long one; base64. */
  tail: z.base64(),
});
export type WireMessage = z.infer<typeof wireMessageSchema>;

/** Sums of a section of a connection. */
const wireTotalsSchema = z.object({
  sent: layerBytesSchema,
  received: layerBytesSchema,
  /** Number of times the direction changes from sent to received. */
  roundTrips: z.number().int(),
  /** Estimated; see the assumptions of the capture. */
  packets: z.number().int(),
});
export type WireTotals = z.infer<typeof wireTotalsSchema>;

const wireCallSchema = z.object({
  /** 1 or 2. */
  call: z.number().int(),
  connection: z.number().int(),
  /** Whether an earlier call used the same connection. */
  reused: z.boolean(),
  /** Until its last byte, at the driver. */
  latencyMs: z.number(),
  /** TCP, TLS and HTTP/2 set-up of its connection; null if reused. The round trip of TCP is estimated. */
  setUp: wireTotalsSchema.nullable(),
  exchange: wireTotalsSchema,
});
export type WireCall = z.infer<typeof wireCallSchema>;

const countedSchema = z.object({ sent: bytes, received: bytes });

/** Two calls of one protocol, with every byte on the wire. */
export const wireCaptureSchema = z.object({
  protocol: protocolSchema,
  workload: subjectSchema,
  shape: shapeSchema,
  tls: tlsLevelSchema,
  client: clientKindSchema,
  text: textKindSchema,
  takenAt: z.string(),
  /** Result of the handshake; null without TLS. */
  secured: z.object({ version: z.string(), cipher: z.string() }).nullable(),
  calls: z.array(wireCallSchema),
  close: wireTotalsSchema,
  messages: z.array(wireMessageSchema),
  /** Bytes at the recorder. */
  recorded: countedSchema,
  /** The same bytes, counted by the driver's own sockets. */
  countedByDriver: countedSchema,
  /** Method of the recording, and assumptions of the estimates; a sentence each. */
  assumptions: z.array(z.string()),
});
export type WireCapture = z.infer<typeof wireCaptureSchema>;

/** A list without duplicates. @param what noun for an item. */
export function distinctSchema<T extends z.ZodType>(one: T, what: string, most?: number) {
  const some = z.array(one).min(1, { error: `expected at least one ${what}` });
  return (most === undefined ? some : some.max(most)).refine(
    (list) => new Set(list).size === list.length,
    { error: `expected each ${what} once` },
  );
}

/** Options for single calls of bundled services. */
export const bundledCallSchema = z.object({
  workload: workloadNameSchema.default('product'),
  protocols: distinctSchema(protocolSchema, 'protocol'),
  tls: tlsLevelSchema.default('off'),
  client: clientKindSchema.default('raw'),
  text: textKindSchema.default('ascii'),
  /** Defaults to the workload's choice for each protocol. */
  fields: fieldsLevelSchema.optional(),
  dates: datesLevelSchema.optional(),
  /** Settings of the workload's data that differ from the default. */
  data: z.record(z.string(), z.unknown()).default({}),
});

/** Input of `wire.capture`. */
export const wireRequestSchema = bundledCallSchema.extend({ shape: shapeSchema });
export type WireRequest = z.input<typeof wireRequestSchema>;

/** Output of `wirebench wire --json`. */
export const wireDocumentSchema = z.object({
  format: z.literal('wirebench-wire/1'),
  captures: z.array(wireCaptureSchema),
});
export type WireDocument = z.infer<typeof wireDocumentSchema>;

export const noBytes: LayerBytes = {
  payload: 0,
  envelope: 0,
  headers: 0,
  framing: 0,
  'tls-records': 0,
  'tls-handshake': 0,
  'tcp-ip': 0,
};

export function addLayers(a: LayerBytes, b: SomeLayers): LayerBytes {
  const sum = { ...a };
  for (const layer of wireLayers) sum[layer] += b[layer] ?? 0;
  if (b.values !== undefined) sum.values = (a.values ?? 0) + b.values;
  return sum;
}

/** All bytes of some layers; without `tcp-ip` the measured ones. */
export function bytesOf(layers: SomeLayers, of: readonly WireLayer[] = wireLayers): number {
  return of.reduce((sum, layer) => sum + (layers[layer] ?? 0), 0);
}

export const measuredLayers = wireLayers.filter((layer) => layer !== 'tcp-ip');

/** Both directions of a section together. */
export function bothWays(totals: WireTotals): LayerBytes {
  return addLayers(totals.sent, totals.received);
}

/** Cost of a call, including the set-up of a new connection. */
export function withSetUp({ setUp, exchange }: WireCall): WireTotals {
  if (!setUp) return exchange;
  return {
    sent: addLayers(setUp.sent, exchange.sent),
    received: addLayers(setUp.received, exchange.received),
    roundTrips: setUp.roundTrips + exchange.roundTrips,
    packets: setUp.packets + exchange.packets,
  };
}
