import { z } from 'zod';
import { wireCaptureSchema, wireRequestSchema } from '../wire.ts';
import { failing } from './base.ts';

/** The `wire` part of the engine API. */
export const wireContract = {
  /** Records two calls of each protocol; runs are refused meanwhile. */
  capture: failing.input(wireRequestSchema).output(z.array(wireCaptureSchema)),
};
