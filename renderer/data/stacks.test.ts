import { expect, it } from 'vitest';
import type { StackBuild, StackState } from '../../contracts/stacks.ts';
import { makeCell, makeResult } from '../../tests/support/records.ts';
import { buildable, buildingNow, buildSentence, stackNames, stacksWanted } from './stacks.ts';

const state = (stack: StackState['stack'], built: StackState['built'], version?: string) => ({
  stack,
  built,
  toolchain: version === undefined ? null : { command: stack, version },
  reason: null,
});
const build = (part: Partial<StackBuild>): StackBuild => ({
  stacks: ['go', 'rust'],
  done: 0,
  state: 'building',
  startedAt: '2026-03-01T10:00:00.000Z',
  lines: [],
  error: null,
  ...part,
});

it('builds all that are not built as they are and whose tool is here', () => {
  const states = [
    state('go', 'stale', '1.26'),
    state('java', 'no'),
    state('rust', 'yes', '1.90'),
    state('python', 'no', '3.12'),
  ];
  expect(buildable(states)).toEqual(['go', 'python']);
});

it('lists stacks as a sentence does', () => {
  expect(stackNames([])).toBe('');
  expect(stackNames(['go'])).toBe('Go');
  expect(stackNames(['go', 'java', 'rust'])).toBe('Go, Java and Rust');
});

it.each([
  [{}, 'go', 'Building the Go services (1 of 2)'],
  [{ done: 1 }, 'rust', 'Building the Rust services (2 of 2)'],
  [{ done: 2, state: 'done' }, null, 'The Go and Rust services are built.'],
  [{ state: 'failed' }, null, 'The build of the Go services failed.'],
  [
    { done: 1, state: 'stopped' },
    null,
    'The build of the Rust services was stopped. The Go services were built before.',
  ],
] as const)('a build %j is of %s: %s', (part, now, sentence) => {
  expect(buildingNow(build(part))).toBe(now);
  expect(buildSentence(build(part))).toBe(sentence);
});

it('names the stacks that trials were skipped for want of, and none that lack such a service', () => {
  const skipped = (stack: 'go' | 'rust', protocol: 'rest' | 'soap') =>
    makeResult(stack + protocol, {
      status: 'skipped',
      window: { seconds: 0 },
      cell: makeCell({ protocol, stack }),
    });
  const trials = [skipped('go', 'rest'), skipped('go', 'soap'), skipped('rust', 'soap')];
  expect(stacksWanted(trials, 'product')).toEqual(['go']);
  expect(stacksWanted(trials, 'custom')).toEqual([]);
});
