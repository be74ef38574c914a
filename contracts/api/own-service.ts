import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { attemptSchema, shownRequestSchema } from '../attempt.ts';
import {
  describedServiceSchema,
  describingSourceSchema,
  discoverInputSchema,
  discoverySchema,
  foundServiceSchema,
  givenSchema,
} from '../found.ts';
import { protocolSchema } from '../words.ts';
import { experimentInput, failing } from './base.ts';

/** An experiment, and a selection of its requests; all by default. */
const wantedInput = experimentInput.extend({
  request: z.string().max(200).optional(),
  protocol: protocolSchema.optional(),
});

/** The part of the engine API for own services. */
export const ownServiceContract = {
  /** Sources that describe a service. */
  sources: failing.output(z.array(describingSourceSchema)),
  /**
   * Reads a description; fails with SERVICE_INVALID, ARGUMENT_INVALID, HOST_NOT_CONFIRMED. Files that
   * requests need later are kept in the experiments folder.
   */
  describe: failing.input(givenSchema).output(z.array(describedServiceSchema)),
  /**
   * Asks an address for everything by which services describe themselves: OpenAPI, WSDL, GraphQL introspection, gRPC
   * reflection; fails with ARGUMENT_INVALID, HOST_NOT_CONFIRMED. Nothing found is an answer, too.
   */
  discover: failing.input(discoverInputSchema).output(discoverySchema),
  /** The text of an experiment that measures all operations given; fails with SERVICE_INVALID. */
  draft: failing.input(z.object({ services: z.array(foundServiceSchema).min(1).max(100) })).output(
    z.object({
      text: z.string(),
      /** What it does not measure of what it was given, in sentences that say why. */
      notMeasured: z.array(z.string()),
    }),
  ),
  /**
   * Each request as it would be sent; asks the service for its types if the file does not have them, so it
   * fails like `try`.
   */
  show: failing.input(wantedInput).output(z.array(shownRequestSchema)),
  /**
   * Sends each request of an experiment once and reports the answers; stores nothing. Fails with
   * EXPERIMENT_INVALID, SERVICE_INVALID, ARGUMENT_INVALID, HOST_NOT_CONFIRMED.
   */
  try: failing.input(wantedInput).output(eventIterator(attemptSchema)),
};
