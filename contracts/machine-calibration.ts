import { z } from 'zod';
import { ceilingSchema } from './calibration.ts';

/** A machine's calibrated capacity, as reported to others. */
export const machineCalibrationSchema = z.object({
  /** ISO time. */
  at: z.string().max(40),
  /** Of one load worker. */
  ceilings: z
    .array(ceilingSchema.pick({ protocol: true, client: true, tls: true, throughputRps: true }))
    .max(500),
});
export type MachineCalibration = z.infer<typeof machineCalibrationSchema>;
