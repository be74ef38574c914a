import { expect, it } from 'vitest';
import { glossary, glossaryTerm, searchGlossary } from './glossary.ts';

it('the glossary has each id once, and every term that it refers to; finds terms by words of their name or explanation, names first', () => {
  const ids = glossary.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const unknown = glossary.flatMap(({ see = [] }) => see.filter((id) => !glossaryTerm(id)));
  expect(unknown).toEqual([]);
  expect(ids.every((id) => /^[a-z0-9-]+$/.test(id))).toBe(true);
  expect(searchGlossary('omission')[0]?.id).toBe('coordinated-omission');
  expect(searchGlossary('arrivals dropped').map(({ id }) => id)).toEqual(['dropped']);
  expect(searchGlossary('')).toEqual(glossary);
  expect(searchGlossary('nothing of the kind')).toEqual([]);
});
