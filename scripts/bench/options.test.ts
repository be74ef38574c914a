import { expect, it } from 'vitest';
import { type BenchCommand, readOptions, usage } from './options.ts';

const generator: BenchCommand = { name: 'generator', noun: 'section', all: ['rest', 'grpc'] };
const stacks: BenchCommand = { name: 'stacks', noun: 'stack', all: ['node', 'go', 'java'] };

it.each([
  [generator, '', { quick: false, only: [], rounds: null, write: false }],
  [generator, '--only grpc --quick', { quick: true, only: ['grpc'] }],
  [stacks, '--only go,java --rounds 7', { only: ['go', 'java'], rounds: 7 }],
])('reads the options of a benchmark, everything by default: %o %s', (command, args, options) => {
  expect(readOptions(args.split(' ').filter(Boolean), command)).toMatchObject(options);
});

it.each<[BenchCommand, string, string]>([
  [generator, '--only rest,soup', 'no section soup'],
  [stacks, '--only cobol', 'no stack cobol'],
  [generator, '--slow', 'slow'],
  [stacks, '--rounds=0', 'whole number'],
  [stacks, '--rounds=1.5', 'whole number'],
  [stacks, '--rounds=-2', 'whole number'],
  [stacks, '--rounds=many', 'whole number'],
])('names what is wrong: %o %s', (command, args, message) => {
  expect(() => readOptions(args.split(' '), command)).toThrow(message);
});

it('writes the results of each command to its own file', () => {
  expect(readOptions([], stacks).out).toMatch(/stacks\.json$/);
  expect(usage(stacks)).toContain('bench:stacks');
});
