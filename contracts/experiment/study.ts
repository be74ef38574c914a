import { z } from 'zod';
import { studyNameSchema, studyNames, studyTables } from '../studies.ts';
import { setting } from './setting.ts';

/**
 * The study that an experiment repeats or extends, and the published tables to compare its runs with: none
 * if the study published no numbers.
 */
export const studySettingsSchema = z
  .strictObject({
    name: setting(
      z.enum(studyNameSchema.options, {
        error: `expected a study: ${studyNames.join(', ')}`,
      }),
      { label: 'Study', doc: 'The study that the experiment repeats or extends.' },
    ),
    tables: setting(
      z
        .array(z.string({ error: 'expected the id of a table' }))
        .refine((list) => list.length <= 50, 'expected at most 50 tables')
        .meta({ maxItems: 50 }),
      { label: 'Tables', doc: 'Ids of its tables; [] for none.', values: 'ids' },
    ),
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
