import { describe, expect, it } from 'vitest';
import { type BenchCommand, readOptions, usage } from './options.ts';

const generator: BenchCommand = { name: 'generator', noun: 'section', all: ['rest', 'grpc'] };
const stacks: BenchCommand = { name: 'stacks', noun: 'stack', all: ['node', 'go', 'java'] };

describe('readOptions', () => {
  it('runs everything by default', () => {
    expect(readOptions([], generator)).toMatchObject({
      quick: false,
      only: [],
      rounds: null,
      write: false,
    });
    expect(readOptions(['--only', 'grpc', '--quick'], generator)).toMatchObject({
      quick: true,
      only: ['grpc'],
    });
    expect(readOptions(['--only', 'go,java', '--rounds', '7'], stacks)).toMatchObject({
      only: ['go', 'java'],
      rounds: 7,
    });
  });

  it('names unknown sections and stacks', () => {
    expect(() => readOptions(['--only', 'rest,soup'], generator)).toThrow('no section soup');
    expect(() => readOptions(['--only', 'cobol'], stacks)).toThrow('no stack cobol');
    expect(() => readOptions(['--slow'], generator)).toThrow();
  });

  it.each(['0', '1.5', '-2', 'many'])('refuses %s rounds', (rounds) => {
    expect(() => readOptions([`--rounds=${rounds}`], stacks)).toThrow('whole number');
  });

  it('writes the results of each command to its own file', () => {
    expect(readOptions([], stacks).out).toMatch(/stacks\.json$/);
    expect(usage(stacks)).toContain('bench:stacks');
  });
});
