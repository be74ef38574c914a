import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { interfaceTexts } from './interface-texts.ts';

describe('the interface files in the repository', () => {
  it.each(Object.entries(interfaceTexts()))(
    '%s is what its workload says; scripts/generate-interfaces.ts writes it anew',
    (path, text) => {
      expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text);
    },
  );
});
