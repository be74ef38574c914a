import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errorReportSchema } from '../errors.ts';

/** What the parts of the engine API have in common. Errors are oRPC errors whose `data` is an error report. */
export const failing = oc.errors({ FAILED: { data: errorReportSchema } });
export const runIdInput = z.object({ runId: z.string() });
export const nothing = z.object({});

/** An experiment file. */
export const experimentInput = z.object({
  text: z.string().max(5_000_000),
  /** The folder that the files are relative to which it names; left out where there is none. */
  folder: z.string().max(10_000).optional(),
  /** The run whose copies of these files are to be taken. */
  filesOf: z.string().max(100).optional(),
});
export type ExperimentInput = z.infer<typeof experimentInput>;
/** One whose folder is known. */
export type PlacedExperiment = ExperimentInput & { readonly folder: string };
