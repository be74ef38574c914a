import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocolFamilies } from '../contracts/protocols.ts';
import { exceptions, listsAll, namedIn } from './check-protocols.ts';

describe('a module that names protocols', () => {
  it.each([
    ["if (protocol === 'rsocket') return;", ['rsocket']],
    ["return one === 'soap' ? first : list('grpc');", ['soap', 'grpc']],
    ["case 'rest-h2':", ['rest-h2']],
    ['const table = { soap: 1, grpc: 2 };', ['soap', 'grpc']],
    ["  'rest-protobuf': 1,", ['rest-protobuf']],
    ['  readonly graphql?: string;', ['graphql']],
    ["const paths = ['target.rest', `wire.soap.first`];", ['rest', 'soap']],
    ['return target.rsocket;', ['rsocket']],
    ['return target?.grpc ?? found()[0].soap;', ['soap', 'grpc']],
  ])('is found: %s', (code, names) => {
    expect(namedIn('engine/some/module.ts', code).sort()).toEqual(names.sort());
  });

  it('is not found where none is named', () => {
    const code = `import { GraphQLError } from 'graphql';
const { execute } = await import('graphql');
/** What \`rest\` is. */
  // case 'soap':
const [first, ...rest] = list;
return [first, ...rest];
const text = 'the soap library';
const error = 'expected addresses such as {rest: http://host}';
const rest = 1;`;
    expect(code.split('\n').flatMap((line) => namedIn('engine/some/module.ts', line))).toEqual([]);
  });

  it.each([
    ['services/rest/rest-h2.ts', "'rest-h2' 'rest'", []],
    ['workers/drivers/rsocket-raw.ts', "'rsocket'", []],
    ['workloads/interfaces/wsdl.ts', "'soap'", []],
    ['workloads/interfaces/openapi.ts', "'rest-protobuf'", []],
    ['services/grpc/grpc.ts', "'grpc' 'soap'", ['soap']],
    ['services/restart.ts', "'rest'", ['rest']],
  ])('may name its own, as in %s', (path, code, names) => {
    expect(namedIn(path, code)).toEqual(names);
  });
});

it('is also found where a text lists all kinds, which would omit a new one', () => {
  const all = protocolFamilies.join(', ');
  expect(listsAll(`  Puts ${all} under load`)).toBe(true);
  expect(listsAll(`// Puts ${all} under load\nconst a = 'REST, SOAP and gRPC';`)).toBe(false);
});

it('has its place in the recipe of a new protocol', () => {
  const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  const [, recipe = ''] = page.split(/^### A protocol$/m);
  const tables = exceptions.filter(({ reason }) => /^(?:is the table|says)/.test(reason));
  const [steps = ''] = recipe.split(/^### /m);
  const missing = tables.filter(({ path }) => {
    const [file = '', ...folders] = path.split('/').reverse();
    return (
      !steps.includes(path) &&
      !(steps.includes(`${folders.reverse().join('/')}/`) && steps.includes(file))
    );
  });
  // Files of a study, and of descriptions that a new protocol need not have.
  expect(missing.map(({ path }) => path)).toEqual([
    'engine/own-service/sources.ts',
    'engine/own-service/discovery',
    'workloads/delivery/delivery.ts',
  ]);
});
