import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { attemptSchema } from '../attempt.ts';
import { protocolSchema } from '../words.ts';
import { experimentInput, failing } from './base.ts';

/** The part of the engine API about services of the user's own. */
export const customContract = {
  /** Sends each request of an experiment once, and tells what came back; nothing is stored. */
  try: failing
    .input(
      experimentInput.extend({
        request: z.string().max(200).optional(),
        protocol: protocolSchema.optional(),
      }),
    )
    .output(eventIterator(attemptSchema)),
};
