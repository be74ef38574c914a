import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../tests/support/read-experiment.ts';

const file = (workload: string, shape: string, more = '') => `wirebench: 1
name: x
workload: ${workload}
factors: {protocol: [rest], shape: [${shape}]}
load: {model: closed, duration: 1s}
${more}`;

describe('shapes and data of a workload', () => {
  it.each([
    ['product', 'small, echo:5000'],
    ['inventory', 'xs, s, m, l, items-full:500000, items-status:500'],
    ['store', 'create-user, list-users:email:desc, list-product-entities:name:asc'],
    ['team', 'short, medium, large, medium:200, large:1'],
  ])('are taken by %s: %s', (workload, shape) => {
    expect(problemsOf(file(workload, shape))).toEqual([]);
  });

  it.each([
    ['inventory', 'small', 'expected xs, s, m, l, or OPERATION:BYTES'],
    ['inventory', 'items-full:499', 'expected xs, s, m, l, or OPERATION:BYTES'],
    ['inventory', 'items-full:20000001', 'expected xs, s, m, l, or OPERATION:BYTES'],
    ['inventory', 'heart-beat:700', 'expected xs, s, m, l, or OPERATION:BYTES'],
    ['store', 'creat-user', 'did you mean "create-user"?'],
    ['store', 'list-users:password:asc', 'expected get-user'],
    ['store', 'get-user:id:asc', 'expected get-user'],
    ['team', 'large-stream', 'did you mean "large-streamed"?'],
    ['team', 'medium:99', 'expected short'],
  ])('are refused by %s: %s', (workload, shape, message) => {
    expect(problemsOf(file(workload, shape))).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['inventory', 'xs', 'data: {size: {}}', 'unknown key "size"; did you mean "sizes"?'],
    ['inventory', 'xs', 'data: {sizes: {m: 3}}', 'expected at least 500 bytes, got 3'],
    ['store', 'get-user', 'data: {user: 5}', 'unknown key "user"; did you mean "users"?'],
    ['store', 'get-user', 'data: {bcryptCost: 3}', 'expected a cost, at least 4, got 3'],
    ['team', 'short', 'data: {colour: red}', 'expected fileBytes, chunkBytes, rowsRead, rowsHeld'],
    ['team', 'short', 'data: {chunkBytes: 0}', 'expected a number of bytes, at least 1, got 0'],
  ])('of %s are refused in their place: %s with %s', (workload, shape, data, message) => {
    expect(problemsOf(file(workload, shape, data))).toEqual([expect.stringContaining(message)]);
  });

  it('are checked in the conditions of thresholds too', () => {
    const rule = (shape: string) => `thresholds: ["p99 < 1s when shape = ${shape}"]`;
    expect(problemsOf(file('inventory', 'l', rule('items-full:5000')))).toEqual([]);
    expect(problemsOf(file('inventory', 'l', rule('small')))).toEqual([
      expect.stringContaining('no level of shape is called "small": expected one of xs, s, m, l'),
    ]);
  });
});
