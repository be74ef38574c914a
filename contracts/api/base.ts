import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errorReportSchema } from '../errors.ts';

/** Shared parts of the engine API. Errors are oRPC errors whose `data` is an error report. */
export const failing = oc.errors({ FAILED: { data: errorReportSchema } });
export const runIdInput = z.object({ runId: z.string() });
export const nothing = z.object({});

/** An experiment file. */
export const experimentInput = z.object({
  text: z.string().max(5_000_000),
  /** The folder that its file names are relative to; omitted if there is none. */
  folder: z.string().max(10_000).optional(),
  /** The run whose copies of these files are used. */
  filesOf: z.string().max(100).optional(),
});
export type ExperimentInput = z.infer<typeof experimentInput>;
/** An experiment with a known folder. */
export type PlacedExperiment = ExperimentInput & { readonly folder: string };
