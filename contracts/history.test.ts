import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestTag, maxTags, newAnnotationSchema, tagsSchema } from './history.ts';

describe('tags', () => {
  it('are trimmed, and each there once whatever its capitals', () => {
    expect(tagsSchema.parse([' Paper ', 'paper', 'lab 2', 'LAB 2'])).toEqual(['Paper', 'lab 2']);
  });

  it.each([[['']], [['a,b']], [['a\nb']], [['\u202eb']], [['x'.repeat(longestTag + 1)]]])(
    'refuse %j',
    (tags) => expect(tagsSchema.safeParse(tags).success).toBe(false),
  );

  it('are few, and stay as they are when they are read again', () => {
    expect(tagsSchema.safeParse(Array(maxTags + 1).fill('a')).success).toBe(false);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (tags) => {
        const read = tagsSchema.safeParse(tags);
        if (read.success) expect(tagsSchema.parse(read.data)).toEqual(read.data);
      }),
    );
  });
});

describe('a new annotation', () => {
  it.each([
    { trialIndex: -1, atSeconds: 0, text: 'x' },
    { trialIndex: 0.5, atSeconds: 0, text: 'x' },
    { trialIndex: null, atSeconds: -1, text: 'x' },
    { trialIndex: null, atSeconds: Number.NaN, text: 'x' },
    { trialIndex: null, atSeconds: 0, text: '  ' },
    { trialIndex: null, atSeconds: 0, text: 'x'.repeat(501) },
  ])('refuses %j', (mark) => {
    expect(newAnnotationSchema.safeParse(mark).success).toBe(false);
  });
});
