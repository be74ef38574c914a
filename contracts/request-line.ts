import { z } from 'zod';
import { protocolSchema } from './words.ts';

/** What a named request is in a protocol, as the experiment writes it. */
export const requestLineSchema = z.object({
  protocol: protocolSchema,
  /** A shape, or one of the requests of a mix or flow. */
  request: z.string(),
  /** `GET`; `POST` for calls over gRPC. */
  method: z.string(),
  /** With its templates: `/orders/{{int 1 100}}`. */
  path: z.string(),
});
export type RequestLine = z.infer<typeof requestLineSchema>;
