import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { serverHealthSchema } from './measurement.ts';
import { serviceStartSchema } from './service-messages.ts';
import { madeOfSchema, stackSchema } from './stacks.ts';

/**
 * What a controller and the agent on which it runs a bundled service say to each other of that. Everything is asked
 * by the controller and can be asked again, so that a message that is lost costs no more than time.
 */

/** An answer to `state` is held back for so long while there is nothing new, in milliseconds. */
export const stateHoldMs = 1000;

export const remoteOrderSchema = z.discriminatedUnion('do', [
  /** Answered at once. Of a service that was started already nothing more becomes of it. */
  z.object({
    do: z.literal('start'),
    stack: stackSchema,
    /** Its address is the agent’s own: what is said here of host and port is not used. */
    start: serviceStartSchema,
  }),
  /** Answered as soon as there is something that the asker has not seen, or after {@link stateHoldMs}. */
  z.object({ do: z.literal('state'), seen: z.number().int().min(0) }),
  /** Answered with figures of this moment. */
  z.object({ do: z.literal('measure') }),
  /** Answered when it has ended. */
  z.object({ do: z.literal('stop') }),
]);
export type RemoteOrder = z.infer<typeof remoteOrderSchema>;

/** A bundled service on an agent. */
export const hostedServiceSchema = z.object({
  /** Rises with everything that becomes of it. */
  revision: z.number().int().min(0),
  phase: z.enum(['starting', 'running', 'failed', 'ended']),
  host: z.string(),
  port: z.number().int(),
  pid: z.number().int(),
  /** The last report; null before the first. */
  health: serverHealthSchema.nullable(),
  log: z.array(z.string()),
  remarks: z.array(z.string()),
  made: madeOfSchema.nullable(),
  /** Why it did not start. */
  error: errorReportSchema.optional(),
  /** How it ended, in words that follow its name. */
  reason: z.string().optional(),
});
export type HostedService = z.infer<typeof hostedServiceSchema>;
