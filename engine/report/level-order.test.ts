import { expect, it } from 'vitest';
import { makeCell } from '../../tests/support/records.ts';
import { levelOrder } from './level-order.ts';

const cells = (['grpc', 'rest', 'soap'] as const).flatMap((protocol) =>
  [100, 10].map((users) => makeCell({ protocol, users })),
);
const orderOf = (experiment: string) => {
  const order = levelOrder(experiment, cells);
  const sorted = cells.toSorted(order.compare);
  return {
    ...{ varied: order.varied, protocols: order.levels('protocol'), users: order.levels('users') },
    sorted: sorted.map(({ protocol, users }) => `${protocol} ${users}`),
  };
};

it('cells are in the order of the file, with levels that it does not list last', () => {
  expect(orderOf('factors: {users: [10, 5, 100], protocol: [soap, rest]}')).toEqual({
    ...{ varied: ['users', 'protocol'], protocols: ['soap', 'rest', 'grpc'], users: [10, 100] },
    sorted: ['soap 10', 'soap 100', 'rest 10', 'rest 100', 'grpc 10', 'grpc 100'],
  });
  expect(orderOf('factors: {protocol: soap, users: 100}').protocols).toEqual([
    'soap',
    'grpc',
    'rest',
  ]);
});

it.each(['factors: [', 'factors: 7', '', '[]'])(
  'cells keep their order without one: %j',
  (text) => {
    const { users, protocols, sorted } = orderOf(text);
    expect([users, protocols]).toEqual([
      [100, 10],
      ['grpc', 'rest', 'soap'],
    ]);
    expect(sorted).toEqual(cells.map((one) => `${one.protocol} ${one.users}`));
  },
);

it('cells without a level come first', () => {
  const { users: _none, ...open } = makeCell({ rate: 5 });
  const both = [makeCell({ users: 1 }), open];
  expect(both.toSorted(levelOrder('factors: {users: 1}', both).compare)[0]).toBe(open);
});
