import fc from 'fast-check';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { echoOperation } from '../../../tests/support/product.ts';
import { sampler, samplerOperation } from '../../../tests/support/sampler.ts';
import { deliveryDescriptions } from '../../../workloads/delivery/description.ts';
import type { FieldType } from '../../../workloads/description.ts';
import { graphqlText } from '../../../workloads/interfaces/graphql.ts';
import { documentOf, selectionOf } from '../../../workloads/interfaces/graphql-document.ts';
import { decodeAnswer, judgeAnswer } from './answer.ts';

describe('documentOf', () => {
  it('passes the request as variables and selects the whole answer', () => {
    expect(documentOf(echoOperation)).toBe(
      'query Echo($id: String!, $name: String!, $description: String!) { echo(id: $id, name: $name, description: $description) { id name description } }',
    );
    expect(documentOf(samplerOperation('reset'))).toBe('mutation Reset { reset { ok } }');
  });

  it.each(['save', 'ask', 'reset', 'drop'] as const)('is valid for the schema: %s', (name) => {
    const schema = buildSchema(graphqlText(sampler));
    expect(validate(schema, parse(documentOf(samplerOperation(name))))).toEqual([]);
  });

  it('selects no more than a reduced answer has', () => {
    const { response } = echoOperation;
    expect(selectionOf({ ...response, fields: response.fields.slice(0, 1) })).toBe('id');
  });

  it.each(['full', 'reduced'] as const)('requests several root fields together: %s', (fields) => {
    const described = deliveryDescriptions[fields];
    const document = documentOf(described.operations.unrelated);
    expect(document).toMatch(
      /^query GetUnrelated\(\$userId: String!.*?\) \{ user\(id: \$userId\) \{ userId .*? \} distributionCentre\(/,
    );
    expect(document.includes('phoneNumber')).toBe(fields === 'full');
    expect(validate(buildSchema(graphqlText(described)), parse(document))).toEqual([]);
  });

  it('names the answers of a root field that occurs twice', () => {
    const { user } = deliveryDescriptions.reduced.operations;
    const named = (names: readonly string[], type: FieldType) =>
      names.map((name, n) => ({ name, number: n + 1, type }));
    const twice = {
      ...deliveryDescriptions.reduced.operations.unrelated,
      request: { ...user.request, fields: named(['here', 'there'], 'string') },
      response: { ...user.response, fields: named(['one', 'other'], user.response) },
      roots: [
        { field: 'user', as: 'one', given: { id: 'here' } },
        { field: 'user', as: 'other', given: { id: 'there' } },
      ],
    };
    const selection = '{ userId firstname lastname contactEmail }';
    const document = documentOf(twice);
    expect(document).toBe(
      `query GetUnrelated($here: String!, $there: String!) { one: user(id: $here) ${selection} other: user(id: $there) ${selection} }`,
    );
    const schema = buildSchema(graphqlText(deliveryDescriptions.reduced));
    expect(validate(schema, parse(document))).toEqual([]);
    const person = { userId: 'U1', firstname: 'a', lastname: 'b', contactEmail: 'c' };
    const answer = { one: person, other: { ...person, userId: 'U2' } };
    expect(decodeAnswer(twice, Buffer.from(JSON.stringify({ data: answer })))).toEqual(answer);
    const half = Buffer.from(JSON.stringify({ data: { one: person } }));
    expect(() => decodeAnswer(twice, half)).toThrow();
  });
});

describe('an answer of GraphQL', () => {
  const judge = (status: number, value: unknown) => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    const failure = judgeAnswer(status, Buffer.from(body), false);
    return failure && `${failure.kind} ${failure.code}`;
  };
  const error = (code: string) => ({ message: 'no', extensions: { code } });

  it.each([
    [200, { data: { echo: {} } }, null],
    [200, { data: null, errors: [error('NOT_FOUND')] }, 'fault NOT_FOUND'],
    [200, { data: { echo: {} }, errors: [error('POOL')] }, 'pool POOL'],
    [400, { errors: [{ message: 'no' }] }, 'fault GRAPHQL'],
    [200, { data: { echo: { name: 'errors' } } }, null],
    [200, { data: { echo: { errors: [error('POOL')] } } }, null],
    [200, { errors: [] }, null],
    [502, 'Bad Gateway', 'status 502'],
    [502, '"errors"', 'status 502'],
    [502, '{"errors":', 'status 502'],
  ])('%i %j', (status, body, outcome) => {
    expect(judge(status, body)).toBe(outcome);
  });

  it('is read from its data', () => {
    const product = { id: '1', name: 'n', description: 'd' };
    const body = Buffer.from(JSON.stringify({ data: { echo: { ...product, more: 1 } } }));
    expect(decodeAnswer(echoOperation, body)).toEqual(product);
    for (const wrong of ['{}', 'null', '{"data":{"other":{}}}', '{"data":{"echo":null}}', '{'])
      expect(() => decodeAnswer(echoOperation, Buffer.from(wrong))).toThrow();
  });

  it('is judged and refused or read, for any body', () => {
    const signs = '{ } "data" "errors" : [ ] null , "echo" 1'.split(' ');
    const shaped = fc.array(fc.constantFrom(...signs));
    const bodies = fc.oneof(
      shaped.map((parts) => Buffer.from(parts.join(''))),
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(bodies, fc.constantFrom(200, 400, 503), (body, status) => {
        const failure = judgeAnswer(status, body, false);
        if (status !== 200) expect(failure).not.toBeNull();
        try {
          expect(decodeAnswer(echoOperation, body)).toHaveProperty('id');
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: 300 },
    );
  });
});
