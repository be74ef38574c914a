import { z } from 'zod';
import {
  publishedComparisonSchema,
  publishedTableSchema,
  studyOverviewSchema,
} from '../published.ts';
import { studyNameSchema } from '../studies.ts';
import { failing, runIdInput } from './base.ts';

/** The `published` part of the engine API. */
export const publishedContract = {
  /** The studies with their tables (without figures), their experiments and the last run of each. */
  studies: failing.output(z.array(studyOverviewSchema)),
  /** One table with its figures; fails with ARGUMENT_INVALID when the study has none such. */
  table: failing
    .input(z.object({ study: studyNameSchema, id: z.string().max(100) }))
    .output(publishedTableSchema),
  /** A run beside the tables that its experiment names, or null where it names none. Fails with RUN_NOT_FOUND. */
  compare: failing.input(runIdInput).output(publishedComparisonSchema.nullable()),
};
