import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSample, readYaml, writeSample, writeYaml } from './sampleText.ts';

describe('a sample of a request', () => {
  it('is readable', () => {
    expect(writeSample({ path: '/orders/7', query: { tag: ['a', 'b'] }, body: {} })).toBe(
      'path: /orders/7\nquery:\n  tag: [a, b]\nbody: {}',
    );
  });

  it('says the same when it is read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (call) => {
        // JSON has no negative zero, which YAML has.
        const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(asJson(readSample(writeSample(call)))).toEqual(asJson(call));
      }),
    );
  });

  it.each(['path: [', '- 7', '7', ''])('is none: %j', (text) => {
    expect(readSample(text)).toBeNull();
  });
});

describe('a value of the form', () => {
  it('takes a line for each item of a list', () => {
    const checks = [{ path: '$.id', exists: true }, { status: 201 }];
    expect(writeYaml(checks)).toBe('- {path: $.id, exists: true}\n- {status: 201}');
    expect(writeYaml(undefined)).toBe('');
  });

  it('says the same when it is read again', () => {
    fc.assert(
      fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (list) => {
        const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(asJson(readYaml(writeYaml(list), 'list')?.value)).toEqual(asJson(list));
      }),
    );
  });

  it('is nothing where there is none, and cannot be read while it is of another kind', () => {
    expect(readYaml(' ', 'list')).toEqual({ value: undefined });
    expect(readYaml('a: 1', 'list')).toBeNull();
    expect(readYaml('- 1', 'mapping')).toBeNull();
    expect(readYaml('a: [', 'mapping')).toBeNull();
  });
});
