import { z } from 'zod';
import type { Protocol } from '../words.ts';
import { byProtocol, ownServiceProtocols, saidFor } from './by-protocol.ts';
import { patternSchema, xpathSchema } from './flows.ts';

/** Condition for an answer to be a success: one subject and one test of it. */

const value = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'expected text, a number, true, false or null',
});

/** Subject of the check. */
const subjects = ['status', 'header', 'path', 'xpath', 'body'] as const;
/** Test of the subject. */
const tests = ['equals', 'contains', 'matches', 'exists'] as const;

const checkFields = {
  /** HTTP status, or gRPC code. */
  status: z.number({ error: 'expected a status, such as 200' }).int().min(0).max(999).optional(),
  /** The name of a header. */
  header: z.string({ error: 'expected the name of a header' }).optional(),
  /** A JSONPath (RFC 9535) into the answer, such as `$.items[0].id`. */
  path: z
    .string({ error: 'expected a JSONPath, such as $.items[0].id' })
    .regex(/^\$/, 'expected a JSONPath, such as $.items[0].id')
    .optional(),
  /** An XPath into an answer in XML. */
  xpath: xpathSchema.optional(),
  /** The whole body as text. */
  body: z.literal(true, { error: 'expected true: {body: true, contains: text}' }).optional(),
  equals: value.optional(),
  contains: z.string({ error: 'expected text' }).optional(),
  matches: patternSchema.optional(),
  exists: z.boolean({ error: 'expected true or false' }).optional(),
};
const fieldsSchema = z.strictObject(checkFields);
type CheckFields = z.infer<typeof fieldsSchema>;

/** Why fields do not form a check, as a sentence; null if they do. */
function faultOf(check: CheckFields): string | null {
  const named = subjects.filter((subject) => check[subject] !== undefined);
  if (named.length !== 1) return `expected exactly one of ${subjects.join(', ')}`;
  const asked = tests.filter((test) => check[test] !== undefined);
  const wanted = check.status === undefined ? 1 : 0;
  if (asked.length === wanted) return null;
  return wanted === 0
    ? 'expected nothing beside status, which is what the status must be'
    : `expected exactly one of ${tests.join(', ')} beside ${named[0]}`;
}

/** A check of the answers of one protocol. */
export const checkSchema = fieldsSchema.superRefine((check, context) => {
  const message = faultOf(check);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
export type AnswerCheck = z.infer<typeof checkSchema>;

const ownSchema = z
  .strictObject(checkFields, {
    error: 'expected what differs in this protocol, such as {xpath: //id}',
  })
  .refine((own) => Object.keys(own).length > 0, {
    error: 'expected what differs in this protocol, such as {xpath: //id}',
  });

const namesPlace = (check: CheckFields) => subjects.some((subject) => check[subject] !== undefined);

/**
 * A check with a different subject, test, or both in some protocols. A check without a subject of its own
 * applies to those protocols only.
 */
export const writtenCheckSchema = z
  .strictObject({ ...checkFields, ...byProtocol(ownSchema) })
  .superRefine((check, context) => {
    const named = Object.keys(check).filter(isOwnService);
    const common = named.length === 0 || namesPlace(check) ? faultOf(commonIn(check)) : null;
    if (common !== null) context.addIssue({ code: 'custom', message: common });
    for (const protocol of named) {
      const one = checkIn(check, protocol);
      const message = one && faultOf(one);
      if (message) context.addIssue({ code: 'custom', path: [protocol], message });
    }
  });
export type WrittenCheck = z.infer<typeof writtenCheckSchema>;

const isOwnService = (name: string): name is Protocol =>
  (ownServiceProtocols as readonly string[]).includes(name);

function picked(check: CheckFields, keys: readonly (keyof CheckFields)[]): CheckFields {
  return Object.fromEntries(
    keys.filter((key) => check[key] !== undefined).map((key) => [key, check[key]]),
  );
}

const commonIn = (check: CheckFields) => picked(check, [...subjects, ...tests]);

/** The check in a protocol. @returns null if it does not apply there. */
export function checkIn(check: CheckFields, protocol: Protocol): AnswerCheck | null {
  const own = saidFor(check as Partial<Record<Protocol, CheckFields>>, protocol);
  if (!own) return namesPlace(check) ? commonIn(check) : null;
  const place = picked(namesPlace(own) ? own : check, subjects);
  const asked = picked(own, tests);
  const isAsked = Object.keys(asked).length > 0 || place.status !== undefined;
  return { ...place, ...(isAsked ? asked : picked(check, tests)) };
}

/** A check in a few words: `$.id exists`, `status 200`. */
export function describeCheck(check: AnswerCheck): string {
  if (check.status !== undefined) return `status ${check.status}`;
  const subject =
    check.path ?? check.xpath ?? (check.header === undefined ? 'body' : `header ${check.header}`);
  if (check.exists !== undefined) return `${subject} ${check.exists ? 'exists' : 'does not exist'}`;
  if (check.contains !== undefined) return `${subject} contains ${JSON.stringify(check.contains)}`;
  if (check.matches !== undefined) return `${subject} matches ${check.matches}`;
  return `${subject} = ${JSON.stringify(check.equals)}`;
}
