import { z } from 'zod';
import { studyNameSchema, studyNames, studyTables } from '../studies.ts';

/**
 * The study that an experiment repeats or goes beyond, and the published tables that a run of it is laid
 * beside: none where the study printed no figures.
 */
export const studySettingsSchema = z
  .strictObject({
    name: z.enum(studyNameSchema.options, {
      error: `expected a study: ${studyNames.join(', ')}`,
    }),
    tables: z
      .array(z.string({ error: 'expected the id of a table' }))
      .refine((list) => list.length <= 50, 'expected at most 50 tables')
      .meta({ maxItems: 50 }),
  })
  .superRefine(({ name, tables }, context) => {
    const known = studyTables[name];
    tables.forEach((table, index) => {
      const path = ['tables', index];
      if (!known.includes(table)) {
        const message = `expected a table of ${name}: ${known.join(', ')}`;
        context.addIssue({ code: 'custom', path, message });
      } else if (tables.indexOf(table) < index) {
        context.addIssue({ code: 'custom', path, message: `"${table}" is listed twice` });
      }
    });
  });
export type StudySettings = z.output<typeof studySettingsSchema>;
