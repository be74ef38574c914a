import { describe, expect, it } from 'vitest';
import { Corpus } from '../../torture/bytes/corpus.ts';
import { Coverage, Reached } from '../../torture/bytes/reached.ts';

// In a separate process: collecting coverage takes longer the more modules are loaded, and unit tests share theirs.

/** Takes one more step for each right letter of a word. */
function steps(text: string): number {
  if (text[0] !== 'W') return 0;
  if (text[1] !== 'I') return 1;
  if (text[2] !== 'R') return 2;
  if (text[3] !== 'E') return 3;
  return 4;
}

/** Other modules may make it need more cases, or fewer. */
const seed = 5;

/** @returns the maximum number of steps that these cases took. */
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

  it('can be reproduced from its line', () => {
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
