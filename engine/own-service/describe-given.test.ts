import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Given, givenSchema } from '../../contracts/found.ts';
import { money, orders } from '../../tests/support/own-orders.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { describeGiven, describingSources } from './describe-given.ts';

const openapi = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: { description: 'all' } } },
      post: { operationId: 'createOrder', responses: { 201: { description: 'made' } } },
    },
  },
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const read = (source: string, given: Given['given'], mayAsk = false) =>
  describeGiven({ source, given, mayAsk }, { folder, confirmedHosts: ['known.invalid'] });
const files = (...named: [name: string, text: string][]): Given['given'] => ({
  as: 'file',
  files: named.map(([name, text]) => ({ name, text })),
});

describe('a description given in a window', () => {
  it('can be given in the offered forms', () => {
    const inputs = new Map(describingSources().map((source) => [source.name, source.inputs]));
    expect(inputs.get('openapi')).toEqual(['address', 'file', 'text']);
    expect(inputs.get('reflect')).toEqual(['address']);
  });

  it('is read as text, and read-only operations are picked', async () => {
    const [service] = await read('openapi', { as: 'text', text: openapi });
    expect(service?.operations.map(({ name }) => name)).toEqual(['listOrders', 'createOrder']);
    expect(service?.picked).toEqual([true, false]);
  });

  it.each([
    [
      'nothing where all operations change something',
      'openapi',
      openapi.replace('"get"', '"put"'),
      [false, false],
    ],
    ['what is given one by one', 'curl', 'curl -X DELETE http://127.0.0.1:8080/orders/7', [true]],
  ])('picks %s', async (_what, source, text, picked) => {
    const [service] = await read(source, { as: 'text', text });
    expect(service?.picked).toEqual(picked);
  });

  it('leaves no unused file', async () => {
    await read('openapi', files(['shop.json', openapi]));
    await expect(read('proto', files(['wrong.proto', 'no proto']))).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('stores the files that its experiment names, equal ones once', async () => {
    const given = files(['My orders.proto', orders], ['common/money.proto', money]);
    const [service] = await read('proto', given);
    expect(service?.endpoint.description).toEqual([
      'my-orders/My orders.proto',
      'my-orders/common/money.proto',
    ]);
    await read('proto', given);
    const changed = orders.replace('Order ', 'Order  ');
    await read('proto', files(['My orders.proto', changed], ['common/money.proto', money]));
    expect(readdirSync(folder).sort()).toEqual(['my-orders', 'my-orders-2']);
    expect(existsSync(join(folder, 'my-orders/common/money.proto'))).toBe(true);
  });

  it('leaves nothing where not all files can be stored', async () => {
    const given = files(['a.proto', orders], ['a.proto/b.proto', money]);
    await expect(read('proto', given)).rejects.toThrow(/cannot be kept/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not overwrite existing files', async () => {
    mkdirSync(join(folder, 'orders'));
    const given = files(['orders.proto', orders], ['common/money.proto', money]);
    const [service] = await read('proto', given);
    expect(service?.endpoint.description).toContain('orders-2/orders.proto');
    expect(readdirSync(join(folder, 'orders'))).toEqual([]);
  });

  it('contacts no other computer without the user’s consent', async () => {
    const address = (host: string): Given['given'] => ({
      as: 'address',
      address: `http://${host}/openapi.json`,
    });
    await expect(read('openapi', address('other.invalid'))).rejects.toMatchObject({
      code: 'HOST_NOT_CONFIRMED',
    });
    const asked = { code: 'SERVICE_INVALID' };
    await expect(read('openapi', address('other.invalid'), true)).rejects.toMatchObject(asked);
    await expect(read('openapi', address('known.invalid'))).rejects.toMatchObject(asked);
  });

  it.each<[string, Given['given']]>([
    ['nowhere', { as: 'text', text: 'x' }],
    ['reflect', { as: 'text', text: 'x' }],
    ['curl', { as: 'address', address: 'http://127.0.0.1' }],
    ['openapi', { as: 'address', address: 'http://' }],
  ])('refuses invalid input: %s %j', async (source, given) => {
    await expect(read(source, given)).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  });

  it.each(['../a.proto', '/a.proto', 'a/../b.proto', 'C:\\a.proto', '.a', 'a//b', 'a\n', 'a/'])(
    'has no file of the name %j',
    (name) => {
      const given = { as: 'file', files: [{ name, text: '' }] };
      expect(givenSchema.safeParse({ source: 'proto', given }).success).toBe(false);
    },
  );
});
