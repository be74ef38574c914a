import { z } from 'zod';
import { reportedFailureSchema } from './equivalence.ts';
import { errorReportSchema } from './errors.ts';
import { protocolSchema } from './words.ts';

/** One request to an own service, sent once to inspect the answer. */

const fieldsSchema = z.array(z.tuple([z.string(), z.string()]));

/** A request as it was sent; secrets are masked. */
const sentRequestSchema = z.object({
  /** `GET http://host:8080/orders/7`, or the gRPC method with its address. */
  call: z.string(),
  headers: fieldsSchema,
  /** As text; a message of Protobuf as JSON. Null for none. */
  body: z.string().nullable(),
});
export type SentRequest = z.infer<typeof sentRequestSchema>;

/** A request in a protocol, as it would be sent. */
export const shownRequestSchema = z.object({
  request: z.string(),
  protocol: protocolSchema,
  sent: sentRequestSchema,
});
export type ShownRequest = z.infer<typeof shownRequestSchema>;

export const attemptSchema = shownRequestSchema.extend({
  /** The answer; null if none came or it could not be read. */
  answer: z
    .object({
      /** HTTP status, or gRPC code. */
      status: z.number().int(),
      headers: fieldsSchema,
      body: z.string(),
      /** Time to open the connection, TLS included; and from sending to the last byte. */
      connectMs: z.number(),
      answerMs: z.number(),
      /** On the socket, TLS included. */
      bytes: z.object({ sent: z.number().int(), received: z.number().int() }),
    })
    .nullable(),
  /** Why it did not succeed in its protocol; null if it did. */
  failure: reportedFailureSchema.nullable(),
  /** Why it could not be sent. */
  error: errorReportSchema.nullable(),
  /** Each check in a few words, and what is wrong; null if it passed. Not evaluated without an answer. */
  checks: z.array(z.object({ check: z.string(), wrong: z.string().nullable() })),
  /** Its flow and step number: from 1, set-up included. Absent if it was sent on its own. */
  flow: z.object({ name: z.string(), step: z.number().int(), of: z.number().int() }).optional(),
  /** Values taken from the answer by the step; values that look like secrets are masked. */
  taken: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  /** Remarks, in sentences; absent if there are none. */
  remarks: z.array(z.string()).optional(),
  /** Why a value could not be taken; absent if all were. */
  untaken: z.string().optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** Whether an attempt succeeded, all of its checks passed, and all values were taken. */
export function isGood({
  answer,
  checks,
  untaken,
}: Pick<Attempt, 'answer' | 'checks' | 'untaken'>): boolean {
  return answer !== null && untaken === undefined && checks.every(({ wrong }) => wrong === null);
}
