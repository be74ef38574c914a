import { describe, expect, it } from 'vitest';
import { Corpus } from '../../torture/bytes/corpus.ts';
import { Coverage, Reached } from '../../torture/bytes/reached.ts';

// In a process of its own: a look at what was run takes longer the more modules there are, and unit tests share theirs.

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
