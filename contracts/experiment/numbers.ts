import { z } from 'zod';

/** An integer in a range; `what` names it in the message, as in "a number of users". */
export const wholeNumber = (min: number, max: number, what: string) =>
  z
    .number({ error: `expected ${what}, a whole number from ${min} to ${max}` })
    .int(`expected ${what}, a whole number from ${min} to ${max}`)
    .min(min, `expected ${what}, at least ${min}`)
    .max(max, `expected ${what}, at most ${max}`);

const help = 'expected a share such as 2%';

/** A share such as `2%`; the parsed value is a fraction (0.02). */
export const shareSchema = z.string({ error: help }).transform((text, context): number => {
  const match = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text);
  const share = Number(match?.[1]) / 100;
  if (match && share <= 1) return share;
  context.addIssue({ code: 'custom', message: match ? 'expected at most 100%' : help });
  return z.NEVER;
});
