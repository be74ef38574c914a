import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { studiesText } from './studies-text.ts';

it('contracts/studies.ts is what fixtures/published says; scripts/generate-studies.ts writes it anew', () => {
  const file = new URL('../../contracts/studies.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(studiesText());
});
