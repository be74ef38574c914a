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
 * What a byte on the wire is for. `payload` is the message in its own encoding (JSON, Protobuf, the XML
 * elements of its fields), `envelope` what the protocol puts around it. All are measured but `tcp-ip`, which
 * is estimated: the operating system adds and removes those headers below every socket.
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

/** Sections of a recorded connection, in the order in which they begin. */
const wireStageSchema = z.enum([
  'tcp',
  'tls',
  'http2',
  // The set-up of a protocol with frames of its own goes by its name.
  ...framedProtocols,
  'first',
  'second',
  'close',
]);
export type WireStage = z.infer<typeof wireStageSchema>;
export const wireStages = wireStageSchema.options;

/** As the client sees it: `sent` is the request's way, `received` that of the answer. */
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
  /** Those of the payload that are values of fields; absent where it was not looked into. */
  values: bytes.optional(),
});
export type LayerBytes = z.infer<typeof layerBytesSchema>;

/** Bytes of some of the layers. */
export type SomeLayers = { readonly [Layer in WireLayer | 'values']?: number | undefined };

/** A named stretch of the bytes of one message; parts follow each other without a gap. */
const wirePartSchema = z.object({
  /** From the start of the message. */
  offset: bytes,
  bytes,
  /** The layer of most of its bytes. */
  layer: wireLayerSchema,
  /** All of its layers: of a value with escaped characters some bytes are none of its value. */
  layers: layerBytesSchema.partial(),
  /** Such as `frame header: HEADERS, stream 1, END_HEADERS`. */
  label: z.string(),
  /** A header or setting in clear text; long values are cut. */
  field: z.object({ name: z.string(), value: z.string() }).nullable(),
  /** Whether the bytes shown were encrypted on the wire, where they had the same length. */
  decrypted: z.boolean(),
});
export type WirePart = z.infer<typeof wirePartSchema>;

/** What one side sent without a word from the other in between: an arrow of the sequence picture. */
const wireMessageSchema = z.object({
  id: z.number().int(),
  /** From 0, in the order in which the connections were made. */
  connection: z.number().int(),
  stage: wireStageSchema,
  direction: wireDirectionSchema,
  label: z.string(),
  basis: z.enum(['measured', 'estimated']),
  bytes,
  /** Milliseconds from the start of the first connection: when its first and last byte passed the recorder. */
  startMs: z.number(),
  endMs: z.number(),
  layers: layerBytesSchema,
  /** Of a long message the first and the last parts, and one part for all between. */
  parts: z.array(wirePartSchema),
  /** Its first bytes, all of a short message; base64. */
  head: z.base64(),
  /** The last bytes of a long one; base64. */
  tail: z.base64(),
});
export type WireMessage = z.infer<typeof wireMessageSchema>;

/** Sums of a section of a connection. */
const wireTotalsSchema = z.object({
  sent: layerBytesSchema,
  received: layerBytesSchema,
  /** How often the recording turns from sent to received. */
  roundTrips: z.number().int(),
  /** Estimated; see the assumptions of the capture. */
  packets: z.number().int(),
});
export type WireTotals = z.infer<typeof wireTotalsSchema>;

const wireCallSchema = z.object({
  /** 1 or 2. */
  call: z.number().int(),
  connection: z.number().int(),
  /** Whether an earlier call had used the same connection. */
  reused: z.boolean(),
  /** Until its last byte, at the driver. */
  latencyMs: z.number(),
  /** TCP, TLS and HTTP/2 set-up of its connection; null when that was reused. The round trip of TCP is estimated. */
  setUp: wireTotalsSchema.nullable(),
  exchange: wireTotalsSchema,
});
export type WireCall = z.infer<typeof wireCallSchema>;

const countedSchema = z.object({ sent: bytes, received: bytes });

/** Two calls of one protocol, with every byte that went over the wire. */
export const wireCaptureSchema = z.object({
  protocol: protocolSchema,
  workload: subjectSchema,
  shape: shapeSchema,
  tls: tlsLevelSchema,
  client: clientKindSchema,
  text: textKindSchema,
  takenAt: z.string(),
  /** What the handshake agreed on; null without TLS. */
  secured: z.object({ version: z.string(), cipher: z.string() }).nullable(),
  calls: z.array(wireCallSchema),
  close: wireTotalsSchema,
  messages: z.array(wireMessageSchema),
  /** Bytes that passed the recorder. */
  recorded: countedSchema,
  /** The same bytes as the driver's own sockets counted them. */
  countedByDriver: countedSchema,
  /** How it was recorded, and what the estimates rest on; a sentence each. */
  assumptions: z.array(z.string()),
});
export type WireCapture = z.infer<typeof wireCaptureSchema>;

/** A list of which nothing comes twice. @param what each is, in a word. */
export function distinctSchema<T extends z.ZodType>(one: T, what: string, most?: number) {
  const some = z.array(one).min(1, { error: `expected at least one ${what}` });
  return (most === undefined ? some : some.max(most)).refine(
    (list) => new Set(list).size === list.length,
    { error: `expected each ${what} once` },
  );
}

/** How single calls of bundled services are made. */
export const bundledCallSchema = z.object({
  workload: workloadNameSchema.default('product'),
  protocols: distinctSchema(protocolSchema, 'protocol'),
  tls: tlsLevelSchema.default('off'),
  client: clientKindSchema.default('raw'),
  text: textKindSchema.default('ascii'),
  /** Left out, each protocol has its own of the workload. */
  fields: fieldsLevelSchema.optional(),
  dates: datesLevelSchema.optional(),
  /** Settings of the workload's data that are not the default. */
  data: z.record(z.string(), z.unknown()).default({}),
});

/** What `wire.capture` records. */
export const wireRequestSchema = bundledCallSchema.extend({ shape: shapeSchema });
export type WireRequest = z.input<typeof wireRequestSchema>;

/** What `wirebench wire --json` prints. */
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

/** All bytes of some layers; without `tcp-ip` what was measured. */
export function bytesOf(layers: SomeLayers, of: readonly WireLayer[] = wireLayers): number {
  return of.reduce((sum, layer) => sum + (layers[layer] ?? 0), 0);
}

export const measuredLayers = wireLayers.filter((layer) => layer !== 'tcp-ip');

/** Both directions of a section together. */
export function bothWays(totals: WireTotals): LayerBytes {
  return addLayers(totals.sent, totals.received);
}

/** What a call cost with the set-up of its connection, if it needed one. */
export function withSetUp({ setUp, exchange }: WireCall): WireTotals {
  if (!setUp) return exchange;
  return {
    sent: addLayers(setUp.sent, exchange.sent),
    received: addLayers(setUp.received, exchange.received),
    roundTrips: setUp.roundTrips + exchange.roundTrips,
    packets: setUp.packets + exchange.packets,
  };
}
