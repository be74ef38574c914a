import { z } from 'zod';
import {
  removedRunSchema,
  settingsChangeSchema,
  settingsSchema,
  storageFactsSchema,
} from '../settings.ts';
import { failing } from './base.ts';

/** The `settings` part of the engine API. */
export const settingsContract = {
  get: failing.output(settingsSchema),
  /** Changes what is named and leaves the rest; answers with all. Fails with ARGUMENT_INVALID when a folder cannot be used. */
  set: failing.input(settingsChangeSchema).output(settingsSchema),
  /** Puts everything back to what it was in the beginning. */
  reset: failing.output(settingsSchema),
  storage: failing.output(storageFactsSchema),
  /** Runs that `runs.restore` can bring back, the last removed first. */
  removedRuns: failing.output(z.array(removedRunSchema)),
};
