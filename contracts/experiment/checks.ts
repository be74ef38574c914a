import { z } from 'zod';
import { patternSchema, xpathSchema } from './flows.ts';

/** What an answer must hold to be a success: one thing that is looked at, and one that must be true of it. */

const value = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: 'expected text, a number, true, false or null',
});

/** What is looked at. */
const subjects = ['status', 'header', 'path', 'xpath', 'body'] as const;
/** What must be true of it. */
const tests = ['equals', 'contains', 'matches', 'exists'] as const;

export const checkSchema = z
  .strictObject({
    /** The status of HTTP, or the code of gRPC. */
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
  })
  .superRefine((check, context) => {
    const named = subjects.filter((subject) => check[subject] !== undefined);
    if (named.length !== 1) {
      const message = `expected exactly one of ${subjects.join(', ')}`;
      context.addIssue({ code: 'custom', message });
      return;
    }
    const asked = tests.filter((test) => check[test] !== undefined);
    const wanted = check.status === undefined ? 1 : 0;
    if (asked.length === wanted) return;
    const message =
      wanted === 0
        ? 'expected nothing beside status, which is what the status must be'
        : `expected exactly one of ${tests.join(', ')} beside ${named[0]}`;
    context.addIssue({ code: 'custom', message });
  });
export type AnswerCheck = z.infer<typeof checkSchema>;

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
