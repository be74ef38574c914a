import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runParts } from './reached.ts';

interface Tree {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
  readonly inner: readonly Tree[];
}

/** Nested ranges, as V8 reports functions and their blocks. */
const tree = (start: number, end: number, depth: number): fc.Arbitrary<Tree> => {
  const edges = fc.uniqueArray(fc.integer({ min: start, max: end }), { maxLength: 6 });
  const inner = edges.chain((all) => {
    const sorted = all.toSorted((a, b) => a - b);
    const pairs = sorted.flatMap((from, index) => {
      const to = sorted[index + 1];
      return index % 2 === 0 && to !== undefined ? [tree(from, to, depth - 1)] : [];
    });
    return fc.tuple(...pairs);
  });
  return fc.record({
    startOffset: fc.constant(start),
    endOffset: fc.constant(end),
    count: fc.integer({ min: 0, max: 2 }),
    inner: depth === 0 ? fc.constant([]) : inner,
  });
};

const flat = (one: Tree): Tree[] => [one, ...one.inner.flatMap(flat)];

describe('runParts', () => {
  it('covers the characters whose innermost range was run', () => {
    fc.assert(
      fc.property(tree(0, 60, 3), (whole) => {
        const all = flat(whole);
        const wasRun = (character: number) =>
          all.findLast(
            ({ startOffset, endOffset }) => startOffset <= character && character < endOffset,
          )?.count ?? 0;
        const wanted = Array.from({ length: 60 }, (_, character) => wasRun(character) > 0);
        const got = new Array(60).fill(false);
        for (const [start, end] of runParts(all)) got.fill(true, start, end);
        expect(got).toEqual(wanted);
      }),
    );
  });
});
