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

  it('says which tables there are when one is not among them', () => {
    expect(problemsOf({ name: 'vu-2020', tables: ['response-times', 'medians'] })).toEqual([
      { path: ['tables', 1], message: 'expected a table of vu-2020: response-times' },
    ]);
  });

  it('has each table once, and none where nothing was published', () => {
    expect(problemsOf({ name: 'kth-2024', tables: ['tls', 'tls'] })).toEqual([
      { path: ['tables', 1], message: '"tls" is listed twice' },
    ]);
    expect(problemsOf({ name: 'kth-2024', tables: [] })).toBeUndefined();
  });

  it('says which studies there are', () => {
    expect(problemsOf({ name: 'mit-1999', tables: ['a'] })).toEqual([
      {
        path: ['name'],
        message: 'expected a study: kth-2023, kth-2024, isep-2025, edinburgh-2022, vu-2020',
      },
    ]);
  });
});
