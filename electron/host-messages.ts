import { z } from 'zod';
import { errorReportSchema } from '../contracts/errors.ts';
import { relayedDataSchema } from './relayed-data.ts';

/**
 * Between main and the engine host. A utility process gets the window's MessagePort itself with
 * `connect`; a forked Node cannot receive one, so main relays each message under the port's id.
 */
const portMessageSchema = z.object({
  type: z.literal('message'),
  id: z.number().int(),
  data: relayedDataSchema,
});

export const hostCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connect'), id: z.number().int() }),
  portMessageSchema,
  /** The window has closed its end. */
  z.object({ type: z.literal('disconnect'), id: z.number().int() }),
  /** Save the results of the run in progress, and exit. */
  z.object({ type: z.literal('stop') }),
]);
export type HostCommand = z.infer<typeof hostCommandSchema>;

export const hostReportSchema = z.discriminatedUnion('type', [
  portMessageSchema,
  /** The engine is open; `home` is where it keeps its state. */
  z.object({ type: z.literal('ready'), home: z.string(), database: z.string() }),
  /** The engine could not be opened; the process exits. */
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type HostReport = z.infer<typeof hostReportSchema>;
