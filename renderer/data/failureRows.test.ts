import { expect, it } from 'vitest';
import { makeCell } from '../../tests/support/records.ts';
import { failureRows } from './failureRows.ts';

const failure = { first: 0, last: 1 };
const down = {
  ...failure,
  kind: 'status' as const,
  code: '500',
  count: 7,
  message: 'HTTP 500: {"error":"database is down"}',
};
const late = {
  ...failure,
  kind: 'timeout' as const,
  code: 'TIMEOUT',
  count: 9,
  message: 'No complete answer within 50 ms',
};
const line = (request: string, path: string) => ({
  protocol: 'rest' as const,
  request,
  method: 'GET',
  path,
});
const order = line('getOrder', '/orders/{{int 1 9}}');

it('shows method, path, status, message and count of each kind of failure, the most frequent first', () => {
  const rows = failureRows([down, late], makeCell({ shape: 'getOrder' }), [
    { ...order, protocol: 'soap', method: 'POST' },
    order,
  ]);
  expect(rows.map(({ key, ...row }) => Object.values(row))).toEqual([
    ['GET', '/orders/{{int 1 9}}', 'TIMEOUT', 'No complete answer within 50 ms', 9],
    ['GET', '/orders/{{int 1 9}}', '500', 'database is down', 7],
  ]);
});

it('names the request of a mix whose failure says it, and claims none for others', () => {
  const ofMix = { ...down, message: `list: ${down.message}` };
  const rows = failureRows([ofMix, late], makeCell({ shape: 'browse' }), [
    order,
    line('list', '/orders'),
  ]);
  expect(rows.map(({ path, message }) => [path, message])).toEqual([
    ['–', 'No complete answer within 50 ms'],
    ['first: /orders', 'database is down'],
  ]);
});
