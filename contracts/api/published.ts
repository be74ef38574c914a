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
  /** The studies with their tables (without values), their experiments and the last run of each. */
  studies: failing.output(z.array(studyOverviewSchema)),
  /** One table with its values; fails with ARGUMENT_INVALID if the study has no such table. */
  table: failing
    .input(z.object({ study: studyNameSchema, id: z.string().max(100) }))
    .output(publishedTableSchema),
  /** A run next to the tables that its experiment names, or null if it names none. Fails with RUN_NOT_FOUND. */
  compare: failing.input(runIdInput).output(publishedComparisonSchema.nullable()),
};
