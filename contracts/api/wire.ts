import { z } from 'zod';
import { wireCaptureSchema, wireRequestSchema } from '../wire.ts';
import { protocolSchema, protocols } from '../words.ts';
import { experimentInput, failing } from './base.ts';

/** The `wire` part of the engine API. */
export const wireContract = {
  /**
   * The same for a request to an own service, as in an experiment file; secrets are masked. Also fails with
   * HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED.
   */
  captureOwn: failing
    .input(
      experimentInput.extend({
        /** Defaults to the first of the experiment's shapes. */
        request: z.string().max(200).optional(),
        /** Defaults to those of the experiment that have the request. */
        protocols: z.array(protocolSchema).min(1).max(protocols.length).optional(),
      }),
    )
    .output(z.array(wireCaptureSchema)),
  /** Records two calls of each protocol; runs are refused meanwhile. */
  capture: failing.input(wireRequestSchema).output(z.array(wireCaptureSchema)),
};
