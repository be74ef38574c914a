import { describe, expect, it } from 'vitest';
import { sharedNames } from './check-names.ts';

const of = (files: Record<string, string>) =>
  Object.fromEntries(sharedNames(new Map(Object.entries(files))));

describe('the check of names', () => {
  it('finds a name that two files export, as whatever', () => {
    const files = {
      'a.ts': 'export interface Stretch {}\nexport const one = 1;',
      'b.ts': 'export type Stretch = 1;',
      'c.tsx': 'export async function* one() {}',
    };
    expect(of(files)).toEqual({ Stretch: ['a.ts', 'b.ts'], one: ['a.ts', 'c.tsx'] });
  });

  it('minds neither a type beside its value, nor names inside a file, nor what is handed on', () => {
    const files = {
      'a.ts': 'export const unit = 1;\nexport type unit = typeof unit;\nconst inner = 1;',
      'b.ts': "const inner = 2;\nexport { unit } from './a.ts';",
    };
    expect(of(files)).toEqual({});
  });
});
