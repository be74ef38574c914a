import { z } from 'zod';
import { protocolSchema, workloadNameSchema } from './words.ts';
import { addressSchema, requestSetupSchema } from './worker-messages.ts';

/** Workloads with services in other languages, checked by `wirebench conform`. */
const conformWorkloadSchema = workloadNameSchema.extract(['product', 'inventory', 'team']);
export type ConformWorkload = z.infer<typeof conformWorkloadSchema>;
export const conformWorkloads = conformWorkloadSchema.options;

/** To the checking thread (`workers/conform/worker.ts`): check one service. */
export const conformOrderSchema = requestSetupSchema.extend({
  workload: conformWorkloadSchema,
  protocol: protocolSchema,
  address: addressSchema,
  /** Timeout of each check, in milliseconds. */
  timeoutMs: z.number(),
  /** Idle time of a connection to see whether the service closes it, in milliseconds; 0 skips the check. */
  idleMs: z.number().min(0),
  /** Names of the checks to run; all if empty. */
  only: z.array(z.string()),
});
export type ConformOrder = z.infer<typeof conformOrderSchema>;

/** Result of one check. */
const conformFindingSchema = z.object({
  /** Unique within a protocol. */
  name: z.string(),
  /** Expected behaviour. */
  holds: z.string(),
  sent: z.string(),
  expected: z.string(),
  /** Observed behaviour; null if as expected. For a skipped check, the reason. */
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

/** Report on one service. */
const conformReportSchema = z.object({
  protocol: protocolSchema,
  address: z.string(),
  checks: z.array(conformFindingSchema),
});
export type ConformReport = z.infer<typeof conformReportSchema>;

/** Output of `wirebench conform --json`. */
export const conformDocumentSchema = z.object({
  format: z.literal('wirebench-conform/1'),
  workload: conformWorkloadSchema,
  conforms: z.boolean(),
  services: z.array(conformReportSchema),
});
export type ConformDocument = z.infer<typeof conformDocumentSchema>;
