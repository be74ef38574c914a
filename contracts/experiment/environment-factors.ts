import { z } from 'zod';
import { databaseKindSchema } from '../words.ts';

/** Whether an API gateway is between client and service. */
export const gatewayLevelSchema = z.enum(['off', 'on']);

/** Where the service stores its data. */
export const databaseLevelSchema = databaseKindSchema;

/** Whether messages carry all fields or the few that a client needs; only some workloads distinguish them. */
export const fieldsLevelSchema = z.enum(['full', 'reduced']);
export type FieldsLevel = z.infer<typeof fieldsLevelSchema>;

/** Whether timestamps include a time of day. */
export const datesLevelSchema = z.enum(['full', 'date-only']);
export type DatesLevel = z.infer<typeof datesLevelSchema>;

/** An emulated network between client and service. */
export interface EmulatedNetwork {
  /** Added round-trip time in milliseconds: half in each direction. */
  readonly roundTripMs: number;
  /** Uniform variation of each direction's delay in milliseconds; order is preserved. */
  readonly jitterMs: number;
  /** Bandwidth of each direction in bits per second; null if unlimited. */
  readonly bitsPerSecond: number | null;
}

const network = /^(\d+(?:\.\d+)?)ms(?:~(\d+(?:\.\d+)?)ms)?(?:@(\d+(?:\.\d+)?)(k|M|G)bit)?$/;
const unit: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9 };

/**
 * Parses `none`, `30ms`, `30ms~5ms` (jitter), `30ms@100Mbit`, `0ms@1Gbit`.
 * @returns null for `none`, undefined for an invalid network.
 */
export function parseNetwork(text: string): EmulatedNetwork | null | undefined {
  if (text === 'none') return null;
  const match = network.exec(text);
  if (!match) return undefined;
  const roundTripMs = Number(match[1]);
  const jitterMs = Number(match[2] ?? 0);
  const bitsPerSecond =
    match[3] === undefined ? null : Number(match[3]) * (unit[match[4] ?? ''] ?? 1);
  if (roundTripMs > 10_000 || jitterMs * 2 > roundTripMs || bitsPerSecond === 0) return undefined;
  return { roundTripMs, jitterMs, bitsPerSecond };
}

/** Delay, jitter and bandwidth between client and service; see {@link parseNetwork}. */
export const networkLevelSchema = z
  .string({ error: 'expected none or a network such as 30ms, 30ms~5ms or 30ms@100Mbit' })
  .refine((text) => parseNetwork(text) !== undefined, {
    error:
      'expected none, or ROUNDTRIP[~JITTER][@BANDWIDTH] such as 30ms, 30ms~5ms or 30ms@100Mbit: at most 10000ms, jitter at most half of it',
  });
