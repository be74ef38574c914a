import { z } from 'zod';
import { serviceStartSchema } from './service-messages.ts';
import { protocolSchema } from './words.ts';

/**
 * A hop is a process between client and service. The engine starts `services/hops/main.ts` with
 * `child_process.fork`, sends one `start`, and from then on both speak as with a service
 * (`contracts/service-messages.ts`).
 */
const place = {
  type: z.literal('start'),
  host: z.string(),
  /** 0 for a free port. */
  port: z.number().int().min(0).max(65535),
  /** Where the next hop or the service listens. */
  upstream: z.object({ host: z.string(), port: z.number().int().min(1).max(65535) }),
  /** On Linux; left out: that of its parent. */
  niceness: z.number().int().min(0).max(19).optional(),
};

/** Passes bytes on as a network of this kind would. */
const networkStartSchema = z.object({
  ...place,
  hop: z.literal('network'),
  /** Added to a round trip: half in each direction. */
  roundTripMs: z.number().min(0),
  /** Each direction's delay varies evenly by at most this much. */
  jitterMs: z.number().min(0),
  /** Of each direction; null when it is not limited. */
  bitsPerSecond: z.number().positive().nullable(),
  seed: z.number().int(),
});
export type NetworkStart = z.infer<typeof networkStartSchema>;

/** Ends TLS, and passes requests on to a service that speaks plainly. */
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
  /** Answer with a `health` now. */
  z.object({ type: z.literal('measure'), id: z.number().int() }),
  /** Close the listening socket and exit. */
  z.object({ type: z.literal('stop') }),
]);
