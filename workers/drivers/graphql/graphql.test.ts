import fc from 'fast-check';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { graphqlText } from '../../../contracts/workloads/interfaces/graphql.ts';
import { echoOperation } from '../../../tests/support/product.ts';
import { sampler, samplerOperation } from '../../../tests/support/sampler.ts';
import { decodeAnswer, judgeAnswer } from './answer.ts';
import { documentOf, selectionOf } from './document.ts';

describe('documentOf', () => {
  it('gives the request as variables and selects all of the answer', () => {
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
    const response = {
      ...echoOperation.response,
      fields: echoOperation.response.fields.slice(0, 1),
    };
    expect(selectionOf(response)).toBe('{ id }');
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

  it('is judged and refused or read, whatever it is', () => {
    const shaped = fc.array(
      fc.constantFrom('{', '}', '"data"', '"errors"', ':', '[', ']', 'null', ',', '"echo"', '1'),
    );
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
