import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Path, valueAt } from '../../contracts/experiment/path.ts';
import { appendValue, readText, removeValue, setValue } from './edit.ts';
import { commentsOf } from './yamlText.ts';

const file = `# A first look.
wirebench: 1
name: First look
description: >-
  REST, SOAP and gRPC answer the same small request
  for ten users.
target: bundled               # nothing to install

factors:
  # the wires
  protocol: [rest, soap, grpc]
  shape: [small]              # 16 characters
  users: [10]
load:
  model: closed               # closed
  warmUp: 1s                  # excluded
  duration: 5s
thresholds:
  - errors < 1%    # strict
  - p99 < 50ms
`;

function get(text: string, path: Path): unknown {
  return valueAt(readText(text).data, path);
}

function onlyLinesChanged(before: string, after: string): string[] {
  const old = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !old.has(line));
}

describe('setValue', () => {
  it('changes one value and nothing else, and leaves the text unchanged if the value is the same; puts a new key where it belongs', () => {
    const after = setValue(file, ['factors', 'users'], [10, 50]);
    expect(onlyLinesChanged(file, after)).toEqual(['  users: [10, 50]']);
    expect(setValue(file, ['load', 'warmUp'], '2s')).toContain(
      '  warmUp: 2s                  # excluded',
    );
    expect(setValue(file, ['load', 'warmUp'], '1s')).toBe(file);
    const lines = setValue(file, ['load', 'thinkTime'], '5ms').split('\n');
    expect(lines[lines.indexOf('  duration: 5s') + 1]).toBe('  thinkTime: 5ms');
    expect(setValue(file, ['connections'], { shared: 4 })).toContain(
      'duration: 5s\nconnections: {shared: 4}\nthresholds',
    );
    expect(setValue(file, ['load', 'rampUp'], 0)).toContain('# closed\n  rampUp: 0\n  warmUp');
  });

  it('replaces a text of several lines', () => {
    const after = setValue(file, ['description'], 'Short');
    expect(after).toContain(
      'description: Short\ntarget: bundled               # nothing to install',
    );
    expect(get(after, ['description'])).toBe('Short');
    const long = 'a long sentence '.repeat(20).trim();
    expect(get(setValue(file, ['description'], long), ['description'])).toBe(long);
    expect(get(setValue(file, ['description'], 'two\nlines'), ['description'])).toBe('two\nlines');
  });

  it('turns a scalar into a mapping and back, and edits an item of a list; writes into JSON and into an empty text', () => {
    const remote = setValue(file, ['target'], { rest: 'http://host:1' }, { flow: false });
    expect(get(remote, ['target', 'rest'])).toBe('http://host:1');
    expect(commentsOf(remote)).toEqual(commentsOf(file));
    expect(get(setValue(remote, ['target'], 'bundled'), ['target'])).toBe('bundled');
    expect(setValue(file, ['thresholds', 0], 'errors < 2%')).toContain(
      '  - errors < 2%    # strict',
    );
    const json = '{"wirebench": 1, "load": {"model": "closed"}}';
    expect(get(setValue(json, ['load', 'duration'], '5s'), ['load', 'duration'])).toBe('5s');
    expect(get(setValue('', ['load', 'duration'], '5s'), ['load', 'duration'])).toBe('5s');
    expect(get(setValue('# nothing yet\n', ['name'], 'x'), ['name'])).toBe('x');
  });

  it('leaves a text unchanged that is not YAML', () => {
    expect(setValue('a: [', ['a'], 1)).toBe('a: [');
  });

  it('reads back the value set, with every comment kept', () => {
    const paths: Path[] = [
      ['name'],
      ['description'],
      ['target'],
      ['connections'],
      ['thresholds', 1],
      ['seed'],
      ['factors', 'users'],
      ['factors', 'tls'],
      ['load', 'warmUp'],
      ['load', 'thinkTime'],
    ];
    const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean());
    const value = fc.oneof(
      scalar,
      fc.array(scalar, { minLength: 1 }),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), scalar, { minKeys: 1 }),
    );
    const edit = fc.tuple(fc.constantFrom(...paths), value, fc.boolean());
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = file;
        for (const [path, item, flow] of edits) {
          text = setValue(text, path, item, { flow });
          expect(get(text, path)).toEqual(item);
        }
        expect(commentsOf(text).sort()).toEqual(commentsOf(file).sort());
      }),
    );
  });
});

it('appendValue adds after the last item, and creates the list', () => {
  expect(appendValue(file, ['thresholds'], 'mean < 5ms')).toContain(
    '  - p99 < 50ms\n  - mean < 5ms\n',
  );
  const without = removeValue(file, ['thresholds']);
  expect(appendValue(without, ['thresholds'], 'p99 < 9ms')).toContain(
    'thresholds:\n  - p99 < 9ms\n',
  );
});

describe('removeValue', () => {
  it('removes the line, and parents that would be left empty', () => {
    expect(removeValue(file, ['load', 'warmUp'])).toBe(
      file.replace('  warmUp: 1s                  # excluded\n', ''),
    );
    expect(removeValue(file, ['thresholds', 0])).toBe(
      file.replace('  - errors < 1%    # strict\n', ''),
    );
    const one = removeValue(removeValue(file, ['thresholds', 0]), ['thresholds', 0]);
    expect(get(one, ['thresholds'])).toBeUndefined();
  });

  it('undoes setting a key that was not there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Path>(['load', 'thinkTime'], ['factors', 'tls'], ['seed'], ['connections']),
        fc.oneof(fc.integer(), fc.string(), fc.constant({ shared: 4 })),
        (path, value) => {
          expect(removeValue(setValue(file, path, value), path)).toBe(file);
        },
      ),
    );
  });
});

it('readText never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab:-[]{}&*!|>#\n "\'%@`,?<') }), (text) => {
      expect(readText(text)).toHaveProperty('syntaxError');
    }),
  );
});
