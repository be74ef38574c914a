import { describe, expect, it } from 'vitest';
import { defaultSeed, readOptions } from './options.ts';

describe('the options', () => {
  const kinds = ['bytes', 'kills'];

  it('have defaults', () => {
    expect(readOptions([], kinds)).toEqual({
      ...{ seed: defaultSeed, minutes: 10, tries: null, night: false, only: [] },
      ...{ plant: null, json: null, write: false },
    });
    expect(readOptions(['--night'], kinds).minutes).toBe(480);
    expect(readOptions(['--night', '--minutes', '60'], kinds).minutes).toBe(60);
    expect(readOptions(['--only', 'bytes,kills'], kinds).only).toEqual(kinds);
    expect(readOptions(['--tries', '50'], kinds).tries).toBe(50);
  });

  it.each([
    ['--only', 'byts'],
    ['--plant', 'x'],
    ['--minutes', 'ten'],
    ['--seed', ''],
    ['--tries', 'many'],
  ])('refuse %s %s', (...args) => {
    expect(() => readOptions(args, kinds)).toThrow(/byts|x|ten|seed|many/);
  });
});
