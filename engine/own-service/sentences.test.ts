import { expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { grpcStatusNames } from '../../protocols/grpc/status.ts';
import { Secrets } from './environment-secrets.ts';
import { asItStands } from './found.ts';
import { placeFault } from './place-fault.ts';
import { firstSentence } from './sentence.ts';
import { sharedRows } from './shared-rows.ts';

it.each([
  [null, ''],
  [undefined, ''],
  ['  A \n b.  Not this. ', 'A b.'],
  ['Version 1.2 of it! Next', 'Version 1.2 of it!'],
  ['Is it? yes. Then', 'Is it? yes.'],
  ['no end', 'no end'],
  ['x'.repeat(500), 'x'.repeat(500)],
  ['x'.repeat(501), `${'x'.repeat(499)}…`],
])('the first sentence of %j is %j', (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});

const lastCode = grpcStatusNames.length - 1;
it.each([
  [
    { header: 'a' },
    'grpc',
    /^expected a path, as in \{grpc: \{path: \$\.id\}\}, since answers over gRPC/,
  ],
  [{ header: 'a' }, 'rest', null],
  [{ header: 'a' }, 'soap', null],
  [{ xpath: '//a' }, 'rest', null],
  [{ xpath: '//a' }, 'soap', null],
  [{ xpath: '//a' }, 'graphql', /^expected a path, as in \{graphql: .* are not XML$/],
  [{ xpath: '//a' }, 'grpc', /^expected a path, as in \{grpc: /],
  [
    { path: '$' },
    'soap',
    /^expected an xpath, as in \{soap: \{xpath: \/\/id\}\}, since .* are XML$/,
  ],
  [{ path: '$' }, 'rest', null],
  [{ path: '$' }, 'grpc', null],
  [{ status: lastCode }, 'grpc', null],
  [
    { status: lastCode + 1 },
    'grpc',
    new RegExp(`^expected a code of gRPC, 0 to ${lastCode}, as in`),
  ],
  [{ status: 100 }, 'rest', null],
  [{ status: 99 }, 'rest', /^expected a status of HTTP, as in \{rest: \{status: 200\}\}$/],
  [{ status: 99 }, 'soap', /^expected a status of HTTP, as in \{soap: /],
  [{}, 'grpc', null],
] as const)('what a check of %j over %s needs is %s', (check, protocol, words) => {
  const fault = placeFault(check, protocol);
  if (words === null) expect(fault).toBeNull();
  else expect(fault).toMatch(words);
});

it('data with fewer rows than users is said, of rows per user alone', () => {
  const data = (name: string, rows: number, pick = 'per-user') => ({ name, rows, pick });
  const all = [data('a', 9), data('b', 1), data('c', 10), data('d', 2, 'random')];
  const of = (users?: number[]) =>
    sharedRows({ data: all } as never, users === undefined ? {} : { users });
  expect(of([2, 10])).toEqual([
    'The data a has 9 rows for up to 10 users (pick: per-user): some users share one.',
    'The data b has 1 row for up to 10 users (pick: per-user): some users share one.',
  ]);
  expect(of([1])).toEqual([]);
  expect(of()).toEqual([]);
});

it('values of the environment are filled in at any depth, and remembered', () => {
  const secrets = new Secrets({ A: 'x', B_1: '', c: `\${A}` });
  expect(
    secrets.fill({ k: [`\${A}-\${B_1}`, 7, null, { b: `\${c}` }], d: `$A \${1A} \${}` }),
  ).toEqual({
    ...{ k: ['x-', 7, null, { b: `\${A}` }], d: `$A \${1A} \${}` },
  });
  expect([...secrets.values]).toEqual(['x', `\${A}`]);
  expect(() => secrets.fill(`\${NONE}`)).toThrow(WirebenchError);
  expect(() => secrets.fill([`\${NONE}`])).toThrow('the environment variable NONE is not set');
});

it('texts of a description refer to nothing', () => {
  expect(asItStands({ '{{a}}': [`\${b}`, '{c}', '{{{', 1, null, { d: '$ {' }] })).toEqual({
    '{ {a}}': ['$ {b}', '{c}', '{ { {', 1, null, { d: '$ {' }],
  });
});
