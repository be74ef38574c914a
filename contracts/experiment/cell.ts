import { z } from 'zod';
import { clientKindSchema, protocolSchema, tlsLevelSchema } from '../words.ts';
import { shapeSchema } from './shape.ts';

/** One combination of levels. */
export const cellSchema = z.object({
  protocol: protocolSchema,
  shape: shapeSchema,
  users: z.number().int(),
  tls: tlsLevelSchema,
  client: clientKindSchema,
});
export type Cell = z.infer<typeof cellSchema>;

/** One execution of a cell as planned. `index` counts from 0 in execution order, `repetition` from 1. */
export const plannedTrialSchema = z.object({
  index: z.number().int(),
  cell: cellSchema,
  repetition: z.number().int(),
});
export type PlannedTrial = z.infer<typeof plannedTrialSchema>;

/** A problem in an experiment file. Lines and columns count from 1; the path is like `factors.users[0]`. */
export const problemSchema = z.object({
  line: z.number().int(),
  column: z.number().int(),
  path: z.string(),
  /** What was expected, and what to do. */
  message: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** A sentence of one line that names a cell: `grpc · small · 50 users · tls off · raw`. */
export function describeCell(cell: Cell): string {
  const users = `${cell.users} ${cell.users === 1 ? 'user' : 'users'}`;
  return `${cell.protocol} · ${cell.shape} · ${users} · tls ${cell.tls} · ${cell.client}`;
}
