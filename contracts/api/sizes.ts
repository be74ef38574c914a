import { sizesRequestSchema, sizesSchema } from '../sizes.ts';
import { failing } from './base.ts';

/** The `sizes` part of the engine API. */
export const sizesContract = {
  /**
   * The bytes of two calls of every protocol with every shape. Runs are refused meanwhile. Fails with
   * ARGUMENT_INVALID for a shape or setting that the workload does not have, and with WIRE_CAPTURE_FAILED.
   */
  measure: failing.input(sizesRequestSchema).output(sizesSchema),
};
