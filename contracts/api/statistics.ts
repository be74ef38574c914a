import {
  statisticsChoiceSchema,
  statisticsSchema,
  studyChoiceSchema,
  studyResultSchema,
} from '../statistics.ts';
import { failing } from './base.ts';

/** The `statistics` part of the engine API. Both fail with RUN_NOT_FOUND, and with STATISTICS_INVALID. */
export const statisticsContract = {
  /** Statistics of a run's repetitions, with the trial as the unit of replication. */
  analyse: failing.input(statisticsChoiceSchema).output(statisticsSchema),
  /** The procedure of a study, as published. */
  study: failing.input(studyChoiceSchema).output(studyResultSchema),
};
