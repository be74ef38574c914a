import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { foreignStackSchema, stackBuildSchema, stackStateSchema } from '../stacks.ts';
import { failing, nothing } from './base.ts';

/** The `stacks` part of the engine API: the bundled services in other languages. */
export const stacksContract = {
  /** Each of them, and whether it can be used on this machine. */
  list: failing.output(z.array(stackStateSchema)),
  /**
   * Begins to build stacks, one after the other, up to the first that fails. It goes on when the caller
   * leaves, and ends with the engine. Runs are refused meanwhile. Fails with RUN_BUSY.
   */
  build: failing
    .input(z.object({ stacks: z.array(foreignStackSchema).min(1) }))
    .output(stackBuildSchema),
  /** Ends the build in progress, if there is one. */
  stop: failing.output(nothing),
  /** The build in progress or the last one, as it changes; null where there was none. */
  watch: failing.output(eventIterator(z.object({ build: stackBuildSchema.nullable() }))),
};
