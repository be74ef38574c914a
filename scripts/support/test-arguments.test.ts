import { expect, it } from 'vitest';

interface TestArguments {
  readTestArguments(args: readonly string[]): { parts: string[]; files: string[] };
  inTurns(parts: readonly string[]): string[][];
  readTimeLeft(text: string | undefined, passedMs: number): number | null;
  withoutMatch(files: readonly string[], paths: readonly string[]): string[];
}
// Plain JavaScript, which older versions of Node have to read, has no types of its own.
const path = new URL('./test-arguments.mjs', import.meta.url).href;
const testArguments: TestArguments = await import(path);
const { inTurns, readTestArguments, readTimeLeft, withoutMatch } = testArguments;

const file = 'tests/integration/sizes.test.ts';

it('runs the tests of every change without arguments, and everything with `all`, in turns', () => {
  const everyday = ['gates', 'unit', 'integration', 'e2e'];
  expect(readTestArguments([]).parts).toEqual(everyday);
  const { parts } = readTestArguments(['all']);
  expect(parts).toEqual([...everyday, 'full', 'stacks']);
  expect(inTurns(parts).join(' ')).toBe('gates unit integration,e2e,full stacks');
  expect([inTurns(['e2e']), inTurns(['gates'])]).toEqual([[['e2e']], [['gates']]]);
});

it.each([
  [['integration', file]],
  [['integration', '--', file]],
  [['--', 'integration', '--', file]],
])('%j restrict a suite to a file', (args) => {
  expect(readTestArguments(args)).toEqual({ parts: ['integration'], files: [file] });
});

it.each([
  [
    ['sizes'],
    'Not a part of the tests: sizes; there are gates, unit, integration, e2e, full, stacks',
  ],
  [['unit', '--retry=3'], 'Not a file: --retry=3'],
  [['gates', file], 'accept none'],
])('%j are refused with a message', (args, message) => {
  expect(() => readTestArguments(args)).toThrow(message);
});

it('counts the time left from the start of the command, without a limit unless one is given', () => {
  expect([undefined, ''].map((text) => readTimeLeft(text, 5000))).toEqual([null, null]);
  expect(readTimeLeft('80', 5000)).toBe(80 * 60_000 - 5000);
  expect([readTimeLeft('0.25', 5000.4), readTimeLeft('0.05', 5000)]).toEqual([10_000, 0]);
});

it.each(['0', '-1', 'soon', '1441', 'Infinity'])('%j minutes are refused', (text) => {
  const message = `WIREBENCH_TEST_MINUTES: expected minutes above 0, up to 1440, not ${text}`;
  expect(() => readTimeLeft(text, 0)).toThrow(message);
});

it('reports a filter that no file matches', () => {
  const ran = [file, 'tests\\integration\\wire.test.ts'];
  const filters = ['sizes', './tests/integration/wire', 'size.test'];
  expect(withoutMatch(filters, ran)).toEqual(['size.test']);
  expect([withoutMatch(['sizes'], []), withoutMatch([], [])]).toEqual([['sizes'], []]);
});
