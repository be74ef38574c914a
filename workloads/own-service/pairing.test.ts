import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundOperation } from '../../contracts/found.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { type Pairable, proposePairs } from './pairing.ts';

const operation = (name: string, more: Partial<FoundOperation> = {}): FoundOperation => ({
  name,
  doc: '',
  changes: false,
  call: {},
  checks: [],
  ...more,
});

/** `GET /orders/{id}`, or with a name of its own: `getOrder: GET /orders/{id}`. */
function rest(text: string, more: Partial<FoundOperation> = {}): Pairable {
  const [label = '', own] = text.split(': ').reverse();
  const changes = !label.startsWith('GET');
  return {
    key: label,
    protocol: 'rest',
    operation: operation(own ?? label, { label, changes, ...more }),
  };
}

function of(protocol: Protocol, name: string, more: Partial<FoundOperation> = {}): Pairable {
  const changes = !/(^|\/)(get|list|find|search|read|orders?$|all)/i.test(name);
  const call = protocol === 'graphql' ? { query: `{ ${name} }` } : {};
  return {
    key: `${protocol} ${name}`,
    protocol,
    operation: operation(name, { changes, call, ...more }),
  };
}

const pairs = (...operations: readonly Pairable[]) =>
  proposePairs(operations).map(({ keys, why }) => [...keys, why]);

describe('proposed are pairs of', () => {
  it('one operation over four protocols', () => {
    expect(
      pairs(
        rest('GET /orders/{id}'),
        of('soap', 'GetOrder'),
        of('grpc', 'orders.OrderService/GetOrder'),
        of('graphql', 'order'),
      ),
    ).toEqual([
      [
        'GET /orders/{id}',
        'soap GetOrder',
        'grpc orders.OrderService/GetOrder',
        'graphql order',
        'path',
      ],
    ]);
  });

  it.each([
    ['GET /orders', 'shop.v1.Orders/ListOrders'],
    ['GET /orders', 'shop.v1.Orders/GetOrders'],
    ['GET /orders', 'shop.v1.Orders/SearchOrders'],
    ['GET /api/v1/orders/{orderId}', 'shop.v1.Orders/GetOrderById'],
    ['GET /orders/{id}', 'shop.v1.Orders/FetchOrder'],
    ['POST /orders', 'shop.v1.Orders/CreateOrder'],
    ['POST /orders', 'shop.v1.Orders/PlaceOrder'],
    ['PUT /orders/{id}', 'shop.v1.Orders/UpdateOrder'],
    ['PATCH /orders/{id}', 'shop.v1.Orders/SaveOrder'],
    ['DELETE /orders/{id}', 'shop.v1.Orders/RemoveOrder'],
    ['GET /categories', 'shop.v1.Catalogue/ListCategories'],
    ['GET /boxes/{id}', 'shop.v1.Catalogue/GetBox'],
    ['findOrder: GET /v2/thing', 'shop.v1.Orders/FindOrder'],
    ['GET /users/{id}/order-items', 'shop.v1.Users/ListOrderItems'],
    ['GET /orders/search', 'shop.v1.Orders/SearchOrders'],
  ])('%s and %s', (path, method) => {
    expect(pairs(rest(path), of('grpc', method))).toHaveLength(1);
  });

  it.each([
    ['GET /orders/{id}', 'shop.v1.Orders/ListOrders'],
    ['GET /orders', 'shop.v1.Orders/GetOrder'],
    ['GET /orders/{id}', 'shop.v1.Customers/GetCustomer'],
    ['DELETE /orders/{id}', 'shop.v1.Orders/GetOrder'],
    ['GET /health', 'shop.v1.Orders/GetOrder'],
    ['GET /', 'shop.v1.Orders/GetOrder'],
  ])('not %s and %s', (path, method) => {
    expect(pairs(rest(path), of('grpc', method))).toEqual([]);
  });

  it('the best of several, each once, whatever their order', () => {
    const some = [rest('GET /orders'), rest('GET /orders/{id}'), rest('GET /customers/{id}')];
    const others = ['GetCustomer', 'GetOrder', 'ListOrders'].map((name) =>
      of('grpc', `a.B/${name}`),
    );
    const wanted = [
      ['GET /orders', 'grpc a.B/ListOrders', 'path'],
      ['GET /orders/{id}', 'grpc a.B/GetOrder', 'path'],
      ['GET /customers/{id}', 'grpc a.B/GetCustomer', 'path'],
    ];
    expect(pairs(...some, ...others)).toEqual(wanted);
    expect(new Set(pairs(...others, ...some).map((one) => [...one].sort().join()))).toEqual(
      new Set(wanted.map((one) => [...one].sort().join())),
    );
  });

  it('what has the same fields in other words', () => {
    const gives = ['id', 'customer', 'total'];
    const found = pairs(
      rest('GET /bestellungen/{orderId}', { gives }),
      of('grpc', 'a.B/GetOrder', { gives, call: { message: { order_id: 7 } } }),
    );
    expect(found).toEqual([['GET /bestellungen/{orderId}', 'grpc a.B/GetOrder', 'fields']]);
  });

  it('the n-th of a name with the n-th of another protocol', () => {
    const twice = (protocol: Protocol) =>
      ['1', '2'].map((number) => ({ ...of(protocol, 'get'), key: `${protocol} ${number}` }));
    expect(pairs(...twice('rest'), ...twice('grpc'))).toEqual([
      ['rest 1', 'grpc 1', 'name'],
      ['rest 2', 'grpc 2', 'name'],
    ]);
  });
});

it('what a person has decided stays, and the rest is proposed around it', () => {
  const [get, list] = [rest('GET /orders/{id}'), rest('GET /orders')];
  const [grpcGet, grpcList] = [of('grpc', 'a.B/GetOrder'), of('grpc', 'a.B/ListOrders')];
  const all = [get, list, grpcGet, grpcList];
  const odd = [get.key, grpcList.key];
  expect(proposePairs(all, { pairs: [odd, ['gone', get.key]], apart: new Set() })).toEqual([
    { keys: odd, why: 'you' },
  ]);
  expect(proposePairs(all, { pairs: [], apart: new Set([get.key]) })).toEqual([
    { keys: [list.key, grpcList.key], why: 'path' },
  ]);
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'GET /orders/{id}',
    'getOrder',
    'a.B/GetOrder',
    'order',
    '__proto__',
    'constructor',
    '<<<{{{',
  ),
);
const anyOperation = fc.record({
  protocol: fc.constantFrom(...protocols),
  operation: fc.record({
    name: text,
    doc: text,
    changes: fc.boolean(),
    label: fc.option(text, { nil: undefined }),
    gives: fc.option(fc.array(text, { maxLength: 4 }), { nil: undefined }),
    call: fc.dictionary(
      fc.constantFrom('query', 'body', 'message', 'path'),
      fc.oneof(text, fc.jsonValue({ maxDepth: 2 })),
    ),
    checks: fc.constant([]),
  }),
});

it('each operation is in one pair at most, each protocol once in a pair, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(anyOperation, { maxLength: 12 }), (some) => {
      const all = some.map((one, index) => ({ ...one, key: String(index) }) as Pairable);
      const found = proposePairs(all);
      const keys = found.flatMap((pair) => pair.keys);
      expect(new Set(keys).size).toBe(keys.length);
      for (const pair of found) {
        const over = pair.keys.map((key) => all[Number(key)]?.protocol);
        expect(new Set(over).size).toBe(pair.keys.length);
        expect(pair.keys.length).toBeGreaterThan(1);
      }
      expect(proposePairs(all)).toEqual(found);
    }),
  );
});

it('thousands of operations of one kind are paired in bounded work', () => {
  const many = (protocol: Protocol) =>
    Array.from({ length: 2000 }, (_, index) =>
      of(protocol, `a.B/GetOrder${index}`, { gives: ['id'] }),
    );
  expect(proposePairs([...many('grpc'), ...many('soap')])).toHaveLength(2000);
});
