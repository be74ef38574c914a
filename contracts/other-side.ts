import { z } from 'zod';

/** The other machine of a service. */
export const serviceMachineSchema = z.object({
  name: z.string(),
  /** Address at which others reached the service. */
  host: z.string(),
  os: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  /** From the controller to it and back, before the trial; milliseconds. */
  roundTripMs: z.number(),
});
export type ServiceMachine = z.infer<typeof serviceMachineSchema>;
