import { expect, it } from 'vitest';
import { checkLibraryQuery } from './library-query.ts';

const call = (query: string, operationName?: string) => ({
  body: [
    {
      text: JSON.stringify({ query, operationName, variables: { a: '{{uuid}}' } }),
      escape: 'json' as const,
    },
  ],
});

it.each([['{ a }'], ['query A { ...F } mutation B { a } fragment F on Query { a }', 'B']])(
  'lets the library send %s',
  (query, operation?: string) => {
    expect(() => checkLibraryQuery(call(query, operation))).not.toThrow();
  },
);

it.each([
  ['{ a(id: {{int 1 9}}) }', undefined, /\{\{values\}\} in variables alone/],
  ['{ a', undefined, /a document that can be read: Syntax Error/],
  ['query A { a } query B { a }', undefined, /the name of one as operation.*A, B$/],
  ['query A { a } { a }', 'C', /another as operation.*A, one without a name$/],
  ['fragment F on Query { a }', undefined, /the document has none$/],
  ['subscription { a }', undefined, /expected a query or a mutation/],
])('refuses %s', (query, operation, message) => {
  expect(() => checkLibraryQuery(call(query, operation))).toThrow(
    expect.objectContaining({ code: 'SERVICE_INVALID', message: expect.stringMatching(message) }),
  );
});
