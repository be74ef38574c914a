import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { serverHealthSchema } from './measurement.ts';
import { serviceStartSchema } from './service-messages.ts';
import { madeOfSchema, stackSchema } from './stacks.ts';

/**
 * Messages between a controller and the agent that runs a bundled service for it. All requests come from the
 * controller and can be repeated, so that a lost message only costs time.
 */

/** How long an answer to `state` waits for a change, in milliseconds. */
export const stateHoldMs = 1000;

export const remoteOrderSchema = z.discriminatedUnion('do', [
  /** Answered immediately. Ignored if the service has already been started. */
  z.object({
    do: z.literal('start'),
    stack: stackSchema,
    /** The agent uses its own address: host and port given here are ignored. */
    start: serviceStartSchema,
  }),
  /** Answered as soon as the state differs from the revision `seen`, or after {@link stateHoldMs}. */
  z.object({ do: z.literal('state'), seen: z.number().int().min(0) }),
  /** Answered with the metrics at this moment. */
  z.object({ do: z.literal('measure') }),
  /** Answered after the service has ended. */
  z.object({ do: z.literal('stop') }),
]);
export type RemoteOrder = z.infer<typeof remoteOrderSchema>;

/** A bundled service on an agent. */
export const hostedServiceSchema = z.object({
  /** Increases with every change. */
  revision: z.number().int().min(0),
  phase: z.enum(['starting', 'running', 'failed', 'ended']),
  host: z.string(),
  port: z.number().int(),
  pid: z.number().int(),
  /** The last health report; null before the first. */
  health: serverHealthSchema.nullable(),
  log: z.array(z.string()),
  remarks: z.array(z.string()),
  made: madeOfSchema.nullable(),
  /** Why it did not start. */
  error: errorReportSchema.optional(),
  /** How it ended, as a phrase that follows its name. */
  reason: z.string().optional(),
});
export type HostedService = z.infer<typeof hostedServiceSchema>;
