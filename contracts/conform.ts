import { z } from 'zod';
import { protocolSchema, workloadNameSchema } from './words.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/** Workloads that services in other languages are written for, and that `wirebench conform` checks. */
const conformWorkloadSchema = workloadNameSchema.extract(['product', 'inventory', 'team']);
export type ConformWorkload = z.infer<typeof conformWorkloadSchema>;
export const conformWorkloads = conformWorkloadSchema.options;

/** To the thread that checks (`workers/conform/worker.ts`): find out what one service does. */
export const conformOrderSchema = requestSetupSchema.extend({
  workload: conformWorkloadSchema,
  protocol: protocolSchema,
  address: addressSchema,
  /** For each check, in milliseconds. */
  timeoutMs: z.number(),
  /** For how long a connection is left idle to see whether the service closes it, in milliseconds; 0 to leave that out. */
  idleMs: z.number().min(0),
  /** Names of the checks that are made; all where there are none. */
  only: z.array(z.string()),
});
export type ConformOrder = z.infer<typeof conformOrderSchema>;

/** What one check found. */
const conformFindingSchema = z.object({
  /** Unique among those of a protocol. */
  name: z.string(),
  /** What a service does that passes. */
  holds: z.string(),
  sent: z.string(),
  expected: z.string(),
  /** What came instead; null where it is what was expected. Of a check that was left out, why. */
  came: z.string().nullable(),
  outcome: z.enum(['passed', 'failed', 'skipped']),
});
export type ConformFinding = z.infer<typeof conformFindingSchema>;

/** From that thread: each finding as it is made, then the end. */
export const conformMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('found'), finding: conformFindingSchema }),
  z.object({ type: z.literal('done') }),
]);
export type ConformMessage = z.infer<typeof conformMessageSchema>;

/** What is there to be said of one service. */
const conformReportSchema = z.object({
  protocol: protocolSchema,
  address: z.string(),
  checks: z.array(conformFindingSchema),
});
export type ConformReport = z.infer<typeof conformReportSchema>;

/** What `wirebench conform --json` prints. */
export const conformDocumentSchema = z.object({
  format: z.literal('wirebench-conform/1'),
  workload: conformWorkloadSchema,
  conforms: z.boolean(),
  services: z.array(conformReportSchema),
});
export type ConformDocument = z.infer<typeof conformDocumentSchema>;
