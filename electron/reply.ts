import { z } from 'zod';
import { type ErrorReport, errorReportSchema } from '../contracts/errors.ts';

/**
 * Main's answer to the preload script. Electron would prefix the message of
 * a rejected call, so failures travel as data.
 */
export type ShellReply = { ok: true; value: unknown } | { ok: false; error: ErrorReport };

const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: errorReportSchema }),
]);

/** @throws Error with the report's message, which is all that may cross into the page. */
export function unwrap<Value>(answer: unknown): Value {
  const reply = replySchema.parse(answer);
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value as Value;
}
