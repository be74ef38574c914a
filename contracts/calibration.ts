import { z } from 'zod';
import { environmentSchema } from './result.ts';
import { clientKindSchema, protocolSchema } from './words.ts';

/** Maximum rate of one worker of this machine with one driver, against a service that does nothing. */
export const ceilingSchema = z.object({
  protocol: protocolSchema,
  client: clientKindSchema,
  tls: z.boolean(),
  /** Requests per second of one worker; the small product, closed load. */
  throughputRps: z.number(),
  /** Worker CPU per request, in microseconds. */
  cpuUs: z.number(),
  /** Event-loop utilisation of the worker, 0–1; if low, the null service was the limit. */
  utilization: z.number(),
  /** True if the worker was the limit, so the ceiling is exact; otherwise it is a lower bound. */
  workerBound: z.boolean(),
});
export type Ceiling = z.infer<typeof ceilingSchema>;

/** `wirebench calibrate`: the ceilings of this machine, kept in the database. */
export const calibrationSchema = z.object({
  /** ISO time. */
  at: z.string(),
  environment: environmentSchema,
  /** Measured seconds of each ceiling. */
  seconds: z.number(),
  ceilings: z.array(ceilingSchema),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** Progress of a calibration: each ceiling once known, the whole at the end. */
export const calibrationEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ceiling'),
    ceiling: ceilingSchema,
    done: z.number().int(),
    of: z.number().int(),
  }),
  z.object({ type: z.literal('end'), calibration: calibrationSchema }),
]);
export type CalibrationEvent = z.infer<typeof calibrationEventSchema>;
