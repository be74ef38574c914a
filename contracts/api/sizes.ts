import { ownSizesRequestSchema, sizesRequestSchema, sizesSchema } from '../sizes.ts';
import { experimentInput, failing } from './base.ts';

/** The `sizes` part of the engine API. */
export const sizesContract = {
  /**
   * The bytes of two calls for every protocol and shape. Runs are refused meanwhile. Fails with
   * ARGUMENT_INVALID for a shape or setting unknown to the workload, and with WIRE_CAPTURE_FAILED.
   */
  measure: failing.input(sizesRequestSchema).output(sizesSchema),
  /**
   * The same for requests to an own service. Also fails with HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED;
   * failed calls are listed as skipped.
   */
  measureOwn: failing
    .input(experimentInput.extend(ownSizesRequestSchema.shape))
    .output(sizesSchema),
};
