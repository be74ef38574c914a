import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Corpus } from './corpus.ts';
import { Coverage, Reached, runParts } from './reached.ts';

interface Tree {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
  readonly inner: readonly Tree[];
}

/** Stretches within stretches, as V8 tells of functions and their blocks. */
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
  it('has the characters whose innermost stretch was run', () => {
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

/** Goes a step further for each letter of a word that is right. */
function steps(text: string): number {
  if (text[0] !== 'W') return 0;
  if (text[1] !== 'I') return 1;
  if (text[2] !== 'R') return 2;
  if (text[3] !== 'E') return 3;
  return 4;
}

/** With others it may take more cases, or fewer. */
const seed = 5;

/** @returns the most steps that so many cases went. */
function most(cases: number, isGuided: boolean): { steps: number; corpus: Corpus } {
  const corpus = new Corpus({ samples: [Buffer.from('VHSD')], isText: false }, seed);
  const coverage = new Coverage();
  const reached = new Reached();
  let best = 0;
  try {
    for (let number = 0; number < cases; number += 1) {
      const specimen = corpus.next(number);
      if (isGuided) coverage.forget();
      best = Math.max(best, steps(specimen.bytes.toString('latin1')));
      if (isGuided && reached.add(coverage.take()) > 0) corpus.keep(specimen);
    }
  } finally {
    coverage.close();
  }
  return { steps: best, corpus };
}

describe('guided damage', () => {
  it('goes where damage by chance alone does not', () => {
    const cases = 1500;
    const guided = most(cases, true);
    expect(guided.steps).toBe(4);
    expect(most(cases, false).steps).toBeLessThan(4);
  });

  it('can be done again by its line', () => {
    const { corpus } = most(500, true);
    let furthest = corpus.next(500);
    for (let number = 501; number < 1000; number += 1) {
      const one = corpus.next(number);
      if (one.line.length > furthest.line.length) furthest = one;
    }
    expect(furthest.line.length).toBeGreaterThan(1);
    expect(corpus.again(furthest.line)).toEqual(furthest);
  });
});
