import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  buildSchema,
  getVariableValues,
  introspectionFromSchema,
  Kind,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { describeGraphql } from './describe.ts';
import { readSchema } from './schema.ts';

const library = readFileSync(
  new URL('../../../fixtures/descriptions/graphql/library.graphql', import.meta.url),
  'utf8',
);
const found = describeGraphql(library, 'http://127.0.0.1/graphql');
const named = (name: string) => found.operations.find((one) => one.name === name);

describe('describing a GraphQL schema', () => {
  it('returns an operation for each field of Query and Mutation, and names omitted ones', () => {
    expect(found.operations.map(({ name, changes }) => [name, changes])).toEqual([
      ['book', false],
      ['books', false],
      ['search', false],
      ['node', false],
      ['version', false],
      ['addBook', true],
      ['mutation.book', true],
    ]);
    expect(named('book')?.doc).toBe('Finds a book.');
    expect(found.remarks).toEqual([
      'Subscriptions cannot be measured and are left out: bookAdded.',
    ]);
    expect(found).toMatchObject({ protocol: 'graphql', address: 'http://127.0.0.1/graphql' });
  });

  it('creates documents that the schema accepts, with variables that it coerces', () => {
    const schema = readSchema(library);
    for (const { call } of found.operations) {
      const document = parse(String(call.query));
      expect(validate(schema, document)).toEqual([]);
      const declared = document.definitions.flatMap((one) =>
        one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
      );
      const inputs = (call.variables ?? {}) as Record<string, unknown>;
      expect(getVariableValues(schema, declared, inputs)).not.toHaveProperty('errors');
    }
  });

  it('selects three objects deep, without circles, with a fragment for each type', () => {
    expect(named('book')?.call).toEqual({
      operation: 'book',
      query:
        'query book($id: ID!, $lang: Language) { book(id: $id, lang: $lang) { id name pages writer { id name born books(first: 5) { total } } } }',
      variables: { id: '1' },
    });
    expect(named('search')?.call.query).toContain(
      '... on Song { Song_name: name length Song_writer: writer {',
    );
    expect(named('version')?.call).toEqual({
      operation: 'version',
      query: 'query version { version }',
    });
  });

  it('fills in required values', () => {
    expect(named('books')?.call.variables).toEqual({
      filter: { language: 'EN', written: { from: 1 } },
      tags: [[{ name: 'sample' }]],
    });
    expect(named('addBook')?.call.variables).toMatchObject({ by: { id: '1' } });
    expect(named('search')?.call.variables).toEqual({
      text: 'sample',
      since: '2025-01-31T12:00:00Z',
    });
  });

  it('returns the same from an introspection', () => {
    const introspection = introspectionFromSchema(
      buildSchema(library.replace('@key(fields: "id")', '')),
    );
    for (const text of [introspection, { data: introspection }].map((one) => JSON.stringify(one))) {
      expect(describeGraphql(text, null).operations).toEqual(found.operations);
    }
  });

  it('accepts partial schemas, which extend undefined types', () => {
    const { operations } = describeGraphql('extend type Query { a: Int } type B { c: Int }', null);
    expect(operations.map(({ name }) => name)).toEqual(['a']);
  });

  it.each([
    ['', 'cannot be read'],
    ['{"data": {}}', 'which holds __schema'],
    ['{"data": null}', 'which holds __schema'],
    ['type Query { a: Missing }', 'Missing'],
    ['type A { b: Int }', 'offers no operation'],
    ['type Query { a(b: B!): Int } input B { b: B! }', 'needs itself'],
    [`type Query { a: ${'['.repeat(100_000)} }`, 'cannot be read'],
  ])('refuses %.40s', (source, message) => {
    expect(() => describeGraphql(source, null)).toThrow(message);
  });

  it('fails only with a helpful error', () => {
    const change = fc.record({ at: fc.nat(library.length), cut: fc.nat(60), put: fc.string() });
    const mutated = change.map(
      ({ at, cut, put }) => library.slice(0, at) + put + library.slice(at + cut),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), mutated), (source) => {
        try {
          describeGraphql(source, null);
        } catch (error) {
          expect(error).toBeInstanceOf(WirebenchError);
          expect(error).toHaveProperty('code', 'SERVICE_INVALID');
        }
      }),
      { numRuns: 300 },
    );
  });
});
