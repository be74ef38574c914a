import { z } from 'zod';

/*
 * zod's own `min` and `max` look at the `length` of any value, even one of the wrong type: a mapping
 * with a key `length` in the file would be measured by that key, or make the comparison throw.
 * Refinements only run on values of the right type.
 */

/** Text with a bounded number of characters. */
export function boundedText(min: number, max: number, error: string) {
  return z
    .string({ error })
    .trim()
    .refine((text) => text.length >= min, error)
    .refine((text) => text.length <= max, `expected at most ${max} characters`)
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

/** A list of `item` with at least one and at most `max` of them; `what` names one, as in "level". */
export function listOf<T extends z.ZodType>(
  item: T,
  what: string,
  options: { readonly max?: number; readonly error?: string } = {},
) {
  const { max = Number.POSITIVE_INFINITY, error } = options;
  return z
    .array(item, error === undefined ? undefined : { error })
    .refine((list) => list.length > 0, `expected at least one ${what}`)
    .refine((list) => list.length <= max, `expected at most ${max} ${what}s`)
    .meta({ minItems: 1, ...(Number.isFinite(max) ? { maxItems: max } : {}) });
}
