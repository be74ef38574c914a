import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errorReportSchema } from '../errors.ts';

/** What the parts of the engine API have in common. Errors are oRPC errors whose `data` is an error report. */
export const failing = oc.errors({ FAILED: { data: errorReportSchema } });
export const runIdInput = z.object({ runId: z.string() });
export const nothing = z.object({});
