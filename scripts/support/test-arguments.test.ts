import { describe, expect, it } from 'vitest';

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

describe('the arguments of the test command', () => {
  it('are none for the tests of every change, and `all` for everything', () => {
    const everyday = ['gates', 'unit', 'integration', 'e2e'];
    expect(readTestArguments([]).parts).toEqual(everyday);
    expect(readTestArguments(['all']).parts).toEqual([...everyday, 'full', 'stacks']);
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
});

describe('the order of the parts', () => {
  it('groups those that run concurrently', () => {
    const { parts } = readTestArguments(['all']);
    expect(inTurns(parts)).toEqual([
      ['gates'],
      ['unit'],
      ['integration', 'e2e', 'full'],
      ['stacks'],
    ]);
    expect(inTurns(['e2e'])).toEqual([['e2e']]);
    expect(inTurns(['gates'])).toEqual([['gates']]);
  });
});

describe('the time that tests have', () => {
  it('has no limit unless one is given', () => {
    expect([undefined, ''].map((text) => readTimeLeft(text, 5000))).toEqual([null, null]);
  });

  it('counts from the start of the command, and expires', () => {
    expect(readTimeLeft('80', 5000)).toBe(80 * 60_000 - 5000);
    expect(readTimeLeft('0.25', 5000.4)).toBe(10_000);
    expect(readTimeLeft('0.05', 5000)).toBe(0);
  });

  it.each(['0', '-1', 'soon', '1441', 'Infinity'])('%j is refused with a message', (text) => {
    expect(() => readTimeLeft(text, 0)).toThrow(
      `WIREBENCH_TEST_MINUTES: expected minutes above 0, up to 1440, not ${text}`,
    );
  });
});

describe('a filter that no file matches', () => {
  it('is reported', () => {
    const ran = [file, 'tests\\integration\\wire.test.ts'];
    expect(withoutMatch(['sizes', './tests/integration/wire', 'size.test'], ran)).toEqual([
      'size.test',
    ]);
    expect(withoutMatch(['sizes'], [])).toEqual(['sizes']);
    expect(withoutMatch([], [])).toEqual([]);
  });
});
