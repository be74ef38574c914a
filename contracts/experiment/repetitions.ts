import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { shareSchema, wholeNumber } from './numbers.ts';
import { setting } from './setting.ts';

/** Fewest repetitions that give an interval of a ratio. */
const minDecided = 3;

/** Repetitions that end when every comparison of the finding is decided. */
const decidedFieldsSchema = z.strictObject({
  until: setting(z.literal('decided'), {
    label: 'Until',
    doc: 'Until every comparison of the finding is decided: one side is faster, or there is no difference worth mentioning.',
  }),
  atLeast: setting(wholeNumber(minDecided, 1000, 'a number of repetitions').default(3), {
    label: 'At least',
    doc: 'The fewest repetitions of each cell; an interval takes three.',
  }),
  atMost: setting(wholeNumber(minDecided, 1000, 'a number of repetitions').default(30), {
    label: 'At most',
    doc: 'The most repetitions of each cell, decided or not.',
  }),
  within: setting(durationSchema.prefault('2m'), {
    label: 'Within',
    doc: 'No repetition beyond the first ones begins that would end after this time.',
    kind: 'duration',
  }),
  margin: setting(
    shareSchema.refine((share) => share > 0, 'expected more than 0%').prefault('5%'),
    {
      label: 'Margin',
      doc: 'A difference within it is not worth mentioning.',
    },
  ),
});

const untilDecidedSchema = decidedFieldsSchema.refine(({ atLeast, atMost }) => atLeast <= atMost, {
  path: ['atLeast'],
  error: 'expected no more than "atMost"',
});
/** Times in milliseconds, `margin` as a fraction. */
export type UntilDecided = z.infer<typeof untilDecidedSchema>;

const help = 'expected a number of repetitions from 1 to 1000, or decided';

/** A number of repetitions, or until comparisons are decided. */
export const repetitionsSchema = z.union(
  [
    z.literal('decided').transform(() => untilDecidedSchema.parse({ until: 'decided' })),
    untilDecidedSchema,
    wholeNumber(1, 1000, 'a number of repetitions'),
  ],
  { error: help },
);
