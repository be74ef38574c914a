import { z } from 'zod';
import { agentFactsSchema, machineIdSchema } from '../machines.ts';
import { failing } from './base.ts';

/** Where machines join. */
const joiningSchema = z.object({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
});

/** The `machines` part of the engine API: other machines that generate load. */
export const machinesContract = {
  /**
   * Lets other machines join at an address of this one, until the engine closes. Fails with MACHINES_UNAVAILABLE.
   * Answers with the command that is to be run there.
   */
  open: failing.input(joiningSchema).output(z.object({ line: z.string() })),
  /** Those that were heard lately, by name. */
  list: failing.output(
    z.array(
      z.object({
        id: machineIdSchema,
        facts: agentFactsSchema,
        isFree: z.boolean(),
        loading: z.boolean(),
      }),
    ),
  ),
};
