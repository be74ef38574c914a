import { z } from 'zod';
import { reportedFailureSchema } from './equivalence.ts';
import { errorReportSchema } from './errors.ts';
import { protocolSchema } from './words.ts';

/** One request of a user's own service, sent once to look at what comes back. */

const fieldsSchema = z.array(z.tuple([z.string(), z.string()]));

/** A request as it was sent; secrets are masked. */
const sentRequestSchema = z.object({
  /** `GET http://host:8080/orders/7`, or the method of gRPC with its address. */
  call: z.string(),
  headers: fieldsSchema,
  /** As text; a message of Protobuf as JSON. Null for none. */
  body: z.string().nullable(),
});
export type SentRequest = z.infer<typeof sentRequestSchema>;

/** A request over a protocol, as it would be sent. */
export const shownRequestSchema = z.object({
  request: z.string(),
  protocol: protocolSchema,
  sent: sentRequestSchema,
});
export type ShownRequest = z.infer<typeof shownRequestSchema>;

export const attemptSchema = shownRequestSchema.extend({
  /** What came back; null where nothing did that could be read. */
  answer: z
    .object({
      /** The status of HTTP, or the code of gRPC. */
      status: z.number().int(),
      headers: fieldsSchema,
      body: z.string(),
      /** To open the connection, TLS included; from sending to the last byte. */
      connectMs: z.number(),
      answerMs: z.number(),
      /** On the socket, TLS included. */
      bytes: z.object({ sent: z.number().int(), received: z.number().int() }),
    })
    .nullable(),
  /** Why it did not succeed in its protocol; null where it did. */
  failure: reportedFailureSchema.nullable(),
  /** Why it could not even be tried. */
  error: errorReportSchema.nullable(),
  /** Each check in a few words, and what is wrong; null where it holds. None are looked at where there is no answer. */
  checks: z.array(z.object({ check: z.string(), wrong: z.string().nullable() })),
  /** The flow that it is a step of, and which: from 1, set-up included. Absent where it was sent by itself. */
  flow: z.object({ name: z.string(), step: z.number().int(), of: z.number().int() }).optional(),
  /** What the step took out of the answer; values that look like secrets are masked. */
  taken: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** What a reader should know besides, in sentences; absent where there is nothing. */
  remarks: z.array(z.string()).optional(),
  /** Why something could not be taken; absent where all could. */
  untaken: z.string().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** Whether an attempt succeeded, all of its checks hold, and what was to be taken was. */
export function isGood({
  answer,
  checks,
  untaken,
}: Pick<Attempt, 'answer' | 'checks' | 'untaken'>): boolean {
  return answer !== null && untaken === undefined && checks.every(({ wrong }) => wrong === null);
}
