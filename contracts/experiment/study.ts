import { z } from 'zod';
import { studyNameSchema, studyNames, studyTables } from '../studies.ts';
import { listOf } from './lengths.ts';

/** Which published tables a run of the experiment is laid beside. */
export const studySettingsSchema = z
  .strictObject({
    name: z.enum(studyNameSchema.options, {
      error: `expected a study: ${studyNames.join(', ')}`,
    }),
    tables: listOf(z.string({ error: 'expected the id of a table' }), 'table', { max: 50 }),
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
