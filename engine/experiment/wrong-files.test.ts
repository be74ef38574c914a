import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contracts/experiment/cell.ts';
import { readExperiment } from './read.ts';

const folder = new URL('../../fixtures/wrong/', import.meta.url);
const ending = '.bench.yaml';
const names = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length));
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

/** The problem in the notation of the expectation, with as much of its message as is expected. */
function shown(problem: Problem | undefined, expected: string): string {
  if (!problem) return '(no problem)';
  const place = `${problem.line}:${problem.column} ${problem.path || '(file)'}: `;
  const pieces = expected.slice(place.length).split(' … ');
  let from = 0;
  for (const piece of pieces) {
    const found = problem.message.indexOf(piece, from);
    if (found < 0) return place + problem.message;
    from = found + piece.length;
  }
  return place + pieces.join(' … ');
}

describe('wrong experiment files', () => {
  it('are many', () => expect(names.length).toBeGreaterThanOrEqual(115));

  it.each(names)('%s', (name) => {
    const result = readExperiment(read(name + ending));
    const expected = read(`${name}.expected`).trimEnd().split('\n');
    const problems = result.ok ? [] : result.problems;
    const count = Math.max(problems.length, expected.length);
    const actual = Array.from({ length: count }, (_, index) =>
      shown(problems[index], expected[index] ?? ''),
    );
    expect(actual).toEqual(expected);
  });
});
