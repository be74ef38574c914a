import { z } from 'zod';
import { serviceStartSchema } from './service-messages.ts';

/**
 * The engine starts `services/servers/main.ts` with `child_process.fork`, and has it start a server of the user's
 * own or the program of a stack, or watch one. It answers in the messages of `contracts/service-messages.ts`, and ends the server when it
 * loses its parent.
 */

const placeSchema = z.object({ host: z.string(), port: z.number().int() });

/** Readiness criterion of a server. */
const readinessSchema = z.discriminatedUnion('by', [
  /** It accepts a connection. */
  placeSchema.extend({ by: z.literal('tcp') }),
  /** It answers GET with a status from 200 to 399. */
  z.object({ by: z.literal('http'), url: z.string() }),
  /** Its gRPC health service reports that it is serving. */
  placeSchema.extend({ by: z.literal('health'), tls: z.boolean() }),
  /** It has logged this text. */
  z.object({ by: z.literal('log'), text: z.string() }),
]);
export type Readiness = z.infer<typeof readinessSchema>;

/** How to start a server: every placeholder filled in. */
const serverStartSchema = z.object({
  type: z.literal('start-server'),
  /** The program and its arguments. */
  command: z.array(z.string()).min(1),
  /** Absolute. */
  folder: z.string(),
  /** The complete environment. */
  env: z.record(z.string(), z.string()),
  ready: readinessSchema,
  /** Address that must not answer yet; null if unknown. */
  free: placeSchema.nullable(),
  /** Client identity for probes, if the server requires one: PEM texts, or a PKCS#12 file in base64. */
  identity: z
    .union([
      z.object({ cert: z.string(), key: z.string() }),
      z.object({ pfx: z.string(), passphrase: z.string() }),
    ])
    .nullable(),
  withinMs: z.number(),
  /** Time from SIGTERM to SIGKILL. */
  graceMs: z.number(),
  /** Niceness of the process, on Linux. */
  niceness: z.number().int().min(0).max(19),
});
export type ServerStart = z.infer<typeof serverStartSchema>;

/** How to start the program of a stack, and the service that it provides. */
const stackStartSchema = serverStartSchema
  .pick({ command: true, folder: true, env: true, withinMs: true, graceMs: true, niceness: true })
  .extend({
    type: z.literal('start-stack'),
    service: serviceStartSchema,
  });
export type StackStart = z.infer<typeof stackStartSchema>;

const serverWatchSchema = z.object({
  type: z.literal('watch-server'),
  port: z.number().int().optional(),
  pid: z.number().int().optional(),
});
export type ServerWatchOrder = z.infer<typeof serverWatchSchema>;

export const serverCommandSchema = z.discriminatedUnion('type', [
  serverStartSchema,
  stackStartSchema,
  serverWatchSchema,
  z.object({ type: z.literal('measure'), id: z.number().int() }),
  z.object({ type: z.literal('stop') }),
]);
export type ServerCommand = z.infer<typeof serverCommandSchema>;
