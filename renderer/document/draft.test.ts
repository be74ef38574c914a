import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, parseDraft } from './draft.ts';
import { edited, emptyExperiment } from './experimentStore.ts';

describe('drafts', () => {
  it('come back as they were', () => {
    const origin = { kind: 'file' as const, name: 'a.bench.yaml', path: '/a.bench.yaml' };
    const state = edited({ ...emptyExperiment, origin, savedText: 'a' }, 'ab', 'source', 0);
    expect(parseDraft(draftOf(state))).toEqual({ text: 'ab', savedText: 'a', origin });
  });

  it('remember the file of the library that they belong to', () => {
    const origin = { kind: 'library' as const, name: 'a.bench.yaml', revision: 'r' };
    const state = edited({ ...emptyExperiment, origin, savedText: 'a' }, 'ab', 'source', 0);
    expect(parseDraft(draftOf(state))?.origin).toEqual(origin);
  });

  it('are only kept of what is not saved', () => {
    expect(draftOf(emptyExperiment)).toBeNull();
    expect(draftOf({ ...emptyExperiment, text: 'x'.repeat(2_000_000) })).toBeNull();
  });

  it('are left alone where they cannot be read', () => {
    expect(parseDraft(null)).toBeNull();
    expect(parseDraft('{}')).toBeNull();
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (kept) => {
        expect(parseDraft(kept)).toBeNull();
      }),
    );
  });
});
