import { z } from 'zod';
import { serviceSetupSchema, serviceStartSchema } from './service-messages.ts';

/**
 * What is said to the program of a stack (`stacks/`) on its standard input, and what it says on its standard
 * output: one JSON object a line. `docs/stacks.md` tells it to those who write one.
 */

/** The first line. */
const stackOrderSchema = serviceStartSchema
  .pick({ workload: true, protocol: true, host: true, port: true, tls: true, workers: true })
  .extend({
    type: z.literal('start'),
    setup: serviceSetupSchema.pick({ data: true, seed: true, database: true }),
    /** What the service has to hold, as REST would say it; which keys, the workload decides. */
    content: z.record(z.string(), z.unknown()),
    /** The interface files that it serves, where its protocol has such. */
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
  /** It listens. `runtime` is its language and version, `libraries` the version of each that speaks for it. */
  z.object({
    type: z.literal('started'),
    port: z.number().int().min(1).max(65535),
    runtime: z.string().max(200),
    libraries: z.record(z.string().max(200), z.string().max(200)).default({}),
  }),
  z.object({ type: z.literal('failed'), message: z.string().max(10_000) }),
  /** The answer to `measure`: requests answered, well or not, and what the language tells of its heap. */
  z.object({
    type: z.literal('measured'),
    id: count,
    answered: count,
    heapUsedBytes: count.nullish(),
    /** What the heap has got from the system: what of it is not in use is idle. */
    heapTotalBytes: count.nullish(),
  }),
  /** It asks for the answer of an operation with another size than the usual one. */
  z.object({
    type: z.literal('content'),
    id: count,
    operation: z.string().max(100),
    bytes: count,
  }),
]);
export type StackReport = z.infer<typeof stackReportSchema>;
