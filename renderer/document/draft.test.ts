import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draftOf, parseDraft } from './draft.ts';
import { edited, emptyExperiment } from './experimentStore.ts';

it('drafts are restored unchanged', () => {
  const origin = { kind: 'file' as const, name: 'a.bench.yaml', path: '/a.bench.yaml' };
  const state = edited({ ...emptyExperiment, origin, savedText: 'a' }, 'ab', 'source', 0);
  expect(parseDraft(draftOf(state))).toEqual({ text: 'ab', savedText: 'a', origin });
});

it('drafts remember their file in the collection, and are kept only of unsaved changes', () => {
  const origin = { kind: 'library' as const, name: 'a.bench.yaml', revision: 'r' };
  const state = edited({ ...emptyExperiment, origin, savedText: 'a' }, 'ab', 'source', 0);
  expect(parseDraft(draftOf(state))?.origin).toEqual(origin);
  expect(draftOf(emptyExperiment)).toBeNull();
  expect(draftOf({ ...emptyExperiment, text: 'x'.repeat(2_000_000) })).toBeNull();
});

it('drafts are ignored if unreadable', () => {
  expect(parseDraft(null)).toBeNull();
  expect(parseDraft('{}')).toBeNull();
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (kept) => {
      expect(parseDraft(kept)).toBeNull();
    }),
  );
});
