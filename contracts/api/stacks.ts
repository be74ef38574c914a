import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { foreignStackSchema, stackBuildSchema, stackStateSchema } from '../stacks.ts';
import { failing, nothing } from './base.ts';

/** The `stacks` part of the engine API: the bundled services in other languages. */
export const stacksContract = {
  /** All stacks, and whether each can be used on this machine. */
  list: failing.output(z.array(stackStateSchema)),
  /**
   * Starts building stacks, one after another, up to the first failure. Continues when the caller leaves,
   * and ends with the engine. Runs are refused meanwhile. Fails with RUN_BUSY.
   */
  build: failing
    .input(z.object({ stacks: z.array(foreignStackSchema).min(1) }))
    .output(stackBuildSchema),
  /** Cancels the current build, if any. */
  stop: failing.output(nothing),
  /** The current or last build, with its changes; null if there was none. */
  watch: failing.output(eventIterator(z.object({ build: stackBuildSchema.nullable() }))),
};
