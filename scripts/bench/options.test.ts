import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

describe('readOptions', () => {
  it('runs everything unless told otherwise', () => {
    expect(readOptions([], ['rest', 'grpc'])).toMatchObject({
      quick: false,
      only: [],
      write: false,
    });
    expect(readOptions(['--only', 'grpc', '--quick'], ['rest', 'grpc'])).toMatchObject({
      quick: true,
      only: ['grpc'],
    });
  });

  it('names sections that there are not', () => {
    expect(() => readOptions(['--only', 'rest,soup'], ['rest'])).toThrow('no section soup');
    expect(() => readOptions(['--slow'], ['rest'])).toThrow();
  });
});
