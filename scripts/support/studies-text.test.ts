import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { studiesText } from './studies-text.ts';

it('contracts/studies.ts matches fixtures/published; scripts/generate-studies.ts regenerates it', () => {
  const file = new URL('../../contracts/studies.ts', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(studiesText());
});
