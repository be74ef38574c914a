import { z } from 'zod';
import { serviceStartSchema } from './service-messages.ts';
import { protocolSchema } from './words.ts';

/**
 * A hop is a process between client and service. The engine starts `services/hops/main.ts` with
 * `child_process.fork`, sends one `start`, and then communicates as with a service
 * (`contracts/service-messages.ts`).
 */
const place = {
  type: z.literal('start'),
  host: z.string(),
  /** 0 for a free port. */
  port: z.number().int().min(0).max(65535),
  /** Address of the next hop or the service. */
  upstream: z.object({ host: z.string(), port: z.number().int().min(1).max(65535) }),
  /** Niceness on Linux; by default that of its parent. */
  niceness: z.number().int().min(0).max(19).optional(),
};

/** Forwards bytes like a network of this kind. */
const networkStartSchema = z.object({
  ...place,
  hop: z.literal('network'),
  /** Added round-trip time: half in each direction. */
  roundTripMs: z.number().min(0),
  /** Uniform variation of each direction's delay. */
  jitterMs: z.number().min(0),
  /** Bandwidth of each direction; null if unlimited. */
  bitsPerSecond: z.number().positive().nullable(),
  seed: z.number().int(),
});
export type NetworkStart = z.infer<typeof networkStartSchema>;

/** Terminates TLS, and forwards requests to a service without TLS. */
const gatewayStartSchema = z.object({
  ...place,
  hop: z.literal('gateway'),
  protocol: protocolSchema,
  tls: serviceStartSchema.shape.tls,
});
export type GatewayStart = z.infer<typeof gatewayStartSchema>;

const hopStartSchema = z.discriminatedUnion('hop', [networkStartSchema, gatewayStartSchema]);
export type HopStart = z.infer<typeof hopStartSchema>;

export const hopCommandSchema = z.union([
  hopStartSchema,
  /** Report `health` now. */
  z.object({ type: z.literal('measure'), id: z.number().int() }),
  /** Close the listening socket and exit. */
  z.object({ type: z.literal('stop') }),
]);
