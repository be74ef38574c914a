import { ownSizesRequestSchema, sizesRequestSchema, sizesSchema } from '../sizes.ts';
import { experimentInput, failing } from './base.ts';

/** The `sizes` part of the engine API. */
export const sizesContract = {
  /**
   * The bytes of two calls of every protocol with every shape. Runs are refused meanwhile. Fails with
   * ARGUMENT_INVALID for a shape or setting that the workload does not have, and with WIRE_CAPTURE_FAILED.
   */
  measure: failing.input(sizesRequestSchema).output(sizesSchema),
  /** The same of requests to the user's own service. Fails with HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED too; where some calls fail, they are told as skipped. */
  measureOwn: failing
    .input(experimentInput.extend(ownSizesRequestSchema.shape))
    .output(sizesSchema),
};
