import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { attemptSchema, shownRequestSchema } from '../attempt.ts';
import {
  describedServiceSchema,
  describingSourceSchema,
  foundServiceSchema,
  givenSchema,
} from '../found.ts';
import { protocolSchema } from '../words.ts';
import { experimentInput, failing } from './base.ts';

/** An experiment, and which of its requests; all where nothing is said. */
const wantedInput = experimentInput.extend({
  request: z.string().max(200).optional(),
  protocol: protocolSchema.optional(),
});

/** The part of the engine API about services of the user's own. */
export const ownServiceContract = {
  /** Where a service can be learnt from. */
  sources: failing.output(z.array(describingSourceSchema)),
  /** Reads a description; fails with SERVICE_INVALID, ARGUMENT_INVALID, HOST_NOT_CONFIRMED. Files that requests need later are kept beside the user's experiments. */
  describe: failing.input(givenSchema).output(z.array(describedServiceSchema)),
  /** The text of an experiment that measures all operations given; fails with SERVICE_INVALID. */
  draft: failing
    .input(z.object({ services: z.array(foundServiceSchema).min(1).max(100) }))
    .output(z.object({ text: z.string() })),
  /** Each request as it would be sent; a service that tells its own types is asked for them, so it fails like `try`. */
  show: failing.input(wantedInput).output(z.array(shownRequestSchema)),
  /** Sends each request of an experiment once, and tells what came back; nothing is stored. Fails with EXPERIMENT_INVALID, SERVICE_INVALID, ARGUMENT_INVALID, HOST_NOT_CONFIRMED. */
  try: failing.input(wantedInput).output(eventIterator(attemptSchema)),
};
