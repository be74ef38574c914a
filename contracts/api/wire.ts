import { z } from 'zod';
import { wireCaptureSchema, wireRequestSchema } from '../wire.ts';
import { protocolSchema, protocols } from '../words.ts';
import { experimentInput, failing } from './base.ts';

/** The `wire` part of the engine API. */
export const wireContract = {
  /** The same of a request to the user's own service, as an experiment file has it; secrets are hidden. Fails with HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED too. */
  captureOwn: failing
    .input(
      experimentInput.extend({
        /** Left out, the first of the experiment's shapes. */
        request: z.string().max(200).optional(),
        /** Left out, those of the experiment that have the request. */
        protocols: z.array(protocolSchema).min(1).max(protocols.length).optional(),
      }),
    )
    .output(z.array(wireCaptureSchema)),
  /** Records two calls of each protocol; runs are refused meanwhile. */
  capture: failing.input(wireRequestSchema).output(z.array(wireCaptureSchema)),
};
