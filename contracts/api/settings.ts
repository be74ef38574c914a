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
  /**
   * Changes the named settings and keeps the others; returns all. Fails with ARGUMENT_INVALID if a folder
   * cannot be used.
   */
  set: failing.input(settingsChangeSchema).output(settingsSchema),
  /** Resets everything to the defaults. */
  reset: failing.output(settingsSchema),
  storage: failing.output(storageFactsSchema),
  /** Runs that `runs.restore` can bring back, last removed first. */
  removedRuns: failing.output(z.array(removedRunSchema)),
};
