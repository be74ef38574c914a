import { z } from 'zod';
import { boundedText, listOf } from './lengths.ts';

/** Bodies other than text: files, and forms in parts. */

/** A file named in an experiment, relative to it. */
export const bodyFileSchema = boundedText(1, 1000, 'expected a file, such as pictures/cat.png');

const partSchema = z
  .strictObject(
    {
      name: boundedText(1, 1000, 'expected the name of a field'),
      /** Sent as JSON, unless it is text, which is sent as it is. */
      value: z.json({ error: 'expected a value' }).optional(),
      file: bodyFileSchema.optional(),
      /** The media type of the part. */
      type: z
        .string({ error: 'expected a media type, such as image/png' })
        .regex(
          /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[ -z]*)?$/,
          'expected a media type, such as image/png',
        )
        .optional(),
      filename: boundedText(0, 1000, 'expected the name of a file').optional(),
    },
    { error: 'expected a part, such as {name: picture, file: cat.png}' },
  )
  .refine(
    ({ value, file }) => (value === undefined) !== (file === undefined),
    'expected either value or file',
  );
export type FormPart = z.infer<typeof partSchema>;

export const multipartSchema = listOf(partSchema, 'part', { max: 100 });

/** The keys of a request that define its body. */
export const bodyKeys = ['body', 'form', 'multipart', 'body-file'] as const;
