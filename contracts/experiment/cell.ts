import { z } from 'zod';
import { clientKindSchema, protocolSchema, tlsLevelSchema } from '../words.ts';
import { shapeSchema } from './shape.ts';

/** One combination of levels. */
export const cellSchema = z.object({
  protocol: protocolSchema,
  shape: shapeSchema,
  /** Closed load only. */
  users: z.number().int().optional(),
  /** Open load only: arrivals per second. */
  rate: z.number().optional(),
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

/** The level of load that a cell fixes, as in `50 users` or `200 per second`; null when its load sets its own. */
export function describeLevel(cell: Pick<Cell, 'users' | 'rate'>): string | null {
  if (cell.users !== undefined) return `${cell.users} ${cell.users === 1 ? 'user' : 'users'}`;
  return cell.rate === undefined ? null : `${cell.rate} per second`;
}

/** A sentence of one line that names a cell: `grpc · small · 50 users · tls off · raw`. */
export function describeCell(cell: Cell): string {
  const { protocol, shape, tls, client } = cell;
  const parts = [protocol, shape, describeLevel(cell), `tls ${tls}`, client];
  return parts.filter((part) => part !== null).join(' · ');
}
