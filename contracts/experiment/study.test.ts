import { describe, expect, it } from 'vitest';
import { studySettingsSchema } from './study.ts';

const problemsOf = (value: unknown) =>
  studySettingsSchema
    .safeParse(value)
    .error?.issues.map(({ path, message }) => ({ path, message }));

describe('the study of an experiment', () => {
  it('names a study and tables that it has', () => {
    const study = { name: 'kth-2024', tables: ['throughput', 'tls'] };
    expect(studySettingsSchema.parse(study)).toEqual(study);
  });

  it.each([
    ['which tables there are', 'vu-2020', ['response-times', 'medians']],
    ['that a table is listed twice', 'kth-2024', ['tls', 'tls']],
    ['which studies there are', 'mit-1999', ['a']],
  ])('says %s', (_what, name, tables) => {
    expect(problemsOf({ name, tables })).toMatchSnapshot();
  });

  it('may have no table where nothing was published', () => {
    expect(problemsOf({ name: 'kth-2024', tables: [] })).toBeUndefined();
  });
});
