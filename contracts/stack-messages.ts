import { z } from 'zod';
import { serviceSetupSchema, serviceStartSchema } from './service-messages.ts';

/**
 * Messages to the program of a stack (`stacks/`) on its standard input, and from it on its standard output:
 * one JSON object per line. `docs/stacks.md` documents them for implementers.
 */

/** The first line. */
const stackOrderSchema = serviceStartSchema
  .pick({ workload: true, protocol: true, host: true, port: true, tls: true, workers: true })
  .extend({
    type: z.literal('start'),
    setup: serviceSetupSchema.pick({ data: true, seed: true, database: true }),
    /** Data of the service, in the form of REST; the keys depend on the workload. */
    content: z.record(z.string(), z.unknown()),
    /** The interface files it serves, if its protocol has any. */
    openapi: z.string().nullable(),
    wsdl: z.string().nullable(),
  });
export type StackOrder = z.infer<typeof stackOrderSchema>;

export type StackCommand =
  | StackOrder
  | { readonly type: 'measure'; readonly id: number }
  | { readonly type: 'content'; readonly id: number; readonly message: unknown }
  | { readonly type: 'stop' };

const count = z.number().int().min(0);

export const stackReportSchema = z.discriminatedUnion('type', [
  /** It listens. `runtime` is its language and version, `libraries` the versions of its protocol libraries. */
  z.object({
    type: z.literal('started'),
    port: z.number().int().min(1).max(65535),
    runtime: z.string().max(200),
    libraries: z.record(z.string().max(200), z.string().max(200)).default({}),
  }),
  z.object({ type: z.literal('failed'), message: z.string().max(10_000) }),
  /** The answer to `measure`: number of requests answered, successfully or not, and the language's heap statistics. */
  z.object({
    type: z.literal('measured'),
    id: count,
    answered: count,
    heapUsedBytes: count.nullish(),
    /** Heap memory obtained from the system: its unused part is idle. */
    heapTotalBytes: count.nullish(),
  }),
  /** Requests the answer of an operation with a size other than the default. */
  z.object({
    type: z.literal('content'),
    id: count,
    operation: z.string().max(100),
    bytes: count,
  }),
]);
export type StackReport = z.infer<typeof stackReportSchema>;
