import { z } from 'zod';

/** Another machine that a service ran on. */
export const serviceMachineSchema = z.object({
  name: z.string(),
  /** Address at which the others reached the service. */
  host: z.string(),
  os: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  /** From the controller to it and back, before the trial; milliseconds. */
  roundTripMs: z.number(),
});
export type ServiceMachine = z.infer<typeof serviceMachineSchema>;
