import { describe, expect, it } from 'vitest';
import type { DescribedService } from '../../contracts/found.ts';
import {
  listedServices,
  matchingOperations,
  missingOf,
  operationAlone,
  pairsOf,
  pairsPickedAtFirst,
  pickedAtFirst,
  pickedServices,
  type ReadDescription,
  remoteHostOf,
  type ServiceChoice,
  typedAs,
  withoutPair,
  withPair,
} from './ownService.ts';

const operation = (name: string, changes = false) => ({
  name,
  doc: `${name} of a shop`,
  changes,
  call: { path: `/${name}` },
  checks: [],
});
const service = (parts: Partial<DescribedService> = {}): DescribedService => ({
  protocol: 'rest',
  address: 'http://127.0.0.1:8080',
  endpoint: {},
  remarks: ['Callbacks are not read.'],
  operations: [operation('getOrder'), operation('createOrder', true)],
  picked: [true, false],
  ...parts,
});
const description = (id: number, ...services: DescribedService[]): ReadDescription => ({
  id,
  place: 'shop.yaml',
  services,
});

function choiceOf(
  descriptions: readonly ReadDescription[],
  changes: Partial<ServiceChoice> = {},
): ServiceChoice {
  const picked = new Set(descriptions.flatMap(pickedAtFirst));
  const nothing = { edited: new Map(), addresses: new Map(), pairs: [], apart: new Set<string>() };
  return { descriptions, picked, ...nothing, ...changes };
}

describe('the selection from a description', () => {
  it('is at first what the engine picks', () => {
    expect(pickedServices(choiceOf([description(1, service())]))).toEqual([
      {
        protocol: 'rest',
        address: 'http://127.0.0.1:8080',
        endpoint: {},
        remarks: ['Callbacks are not read.'],
        operations: [{ ...operation('getOrder'), pair: '1 0 0' }],
      },
    ]);
  });

  it('keeps descriptions apart that have the same operations', () => {
    const choice = choiceOf([description(1, service()), description(2, service())]);
    const only = { ...choice, picked: new Set(['2 0 1']) };
    expect(pickedServices(only).map(({ operations }) => operations)).toEqual([
      [{ ...operation('createOrder', true), pair: '2 0 1' }],
    ]);
  });

  it('has the samples and addresses that the reader wrote, and how TLS is spoken', () => {
    const choice = choiceOf([description(1, service({ secure: true }))], {
      edited: new Map([['1 0 0', { text: 'path: /7', call: { path: '/7' } }]]),
      addresses: new Map([['1 0', ' http://10.0.0.5 ']]),
    });
    expect(pickedServices(choice)).toMatchObject([
      { secure: true, address: 'http://10.0.0.5', operations: [{ call: { path: '/7' } }] },
    ]);
  });

  it('can be one operation alone, picked or not', () => {
    const choice = choiceOf([description(1, service())]);
    expect(operationAlone(choice, '1 0 1')?.operations).toMatchObject([
      operation('createOrder', true),
    ]);
    expect(operationAlone(choice, '9 0 0')).toBeNull();
  });

  it.each<[string, Partial<ServiceChoice>, RegExp | null]>([
    ['nothing', {}, null],
    ['an operation', { picked: new Set() }, /at least one/],
    ['an address', { addresses: new Map([['1 0', ' ']]) }, /address of the service in shop\.yaml/],
    [
      'a readable sample',
      { edited: new Map([['1 0 0', { text: '[', call: null }]]) },
      /sample of getOrder is not YAML/,
    ],
    [
      'nothing, where the broken sample is not picked',
      { edited: new Map([['1 0 1', { text: '[', call: null }]]) },
      null,
    ],
  ])('lacks %s', (_, changes, words) => {
    const missing = missingOf(choiceOf([description(1, service())], changes));
    if (words === null) expect(missing).toBeNull();
    else expect(missing).toMatch(words);
  });
});

describe('pairs of operations', () => {
  const methods = ['a.B/GetOrder', 'a.B/CreateOrder', 'a.B/GetStock'];
  const grpc = service({
    protocol: 'grpc',
    address: '127.0.0.1:50051',
    operations: methods.map((name) => operation(name, name.includes('Create'))),
    picked: [true, false, true],
  });
  const both = choiceOf([description(1, service()), description(2, grpc)]);
  const keysOf = (choice: ServiceChoice) => pairsOf(choice).map(({ keys }) => keys);
  const get = ['1 0 0', '2 0 0'];
  const create = ['1 0 1', '2 0 1'];

  it('are proposed between protocols, and those that only read are picked', () => {
    expect(keysOf(both)).toEqual([get, create]);
    expect(pairsPickedAtFirst(both)).toEqual(get);
    expect(pairsOf(choiceOf([description(1, service())]))).toEqual([]);
  });

  it('are changed by the reader: one operation has one partner in a protocol', () => {
    const changed = { ...both, ...withPair(both, '1 0 0', '2 0 2') };
    expect(keysOf(changed)).toEqual([['1 0 0', '2 0 2'], create]);
    expect(pairsOf(changed)[0]?.why).toBe('you');
    expect(withPair(both, '1 0 0', '1 0 1')).toEqual({ pairs: [], apart: new Set() });
  });

  it('are taken apart, and put together again', () => {
    const apart = { ...both, ...withoutPair(both, get) };
    expect(keysOf(apart)).toEqual([create]);
    expect(keysOf({ ...apart, ...withPair(apart, '1 0 0', '2 0 0') })).toEqual([get, create]);
  });

  it('are one request of the experiment; what has no counterpart is one by itself', () => {
    const picked = new Set([...get, '2 0 2']);
    const requests = pickedServices({ ...both, picked }).map(({ operations }) =>
      operations.map(({ pair }) => pair),
    );
    expect(requests).toEqual([['1 0 0'], ['1 0 0', '2 0 2']]);
  });
});

it('the list of operations is narrowed down by all words of a search', () => {
  const operations = listedServices([description(1, service())]).flatMap((one) => one.operations);
  const found = (search: string) => matchingOperations(operations, search).map(({ key }) => key);
  expect(found('SHOP create')).toEqual(['1 0 1']);
  expect(found(' ')).toEqual(['1 0 0', '1 0 1']);
  expect(found('order nowhere')).toEqual([]);
});

it.each([
  ['http://127.0.0.1:8080/openapi.json', 'address'],
  [' HTTPS://a.example/x ', 'address'],
  ['openapi: 3.0.0\ninfo: {}', 'text'],
  ['see http://a.example', 'text'],
] as const)('what is typed is meant as it looks: %j', (typed, as) => {
  expect(typedAs(typed, ['address', 'text'])).toBe(as);
  expect(typedAs(typed, ['address', 'file'])).toBe('address');
  expect(typedAs(typed, ['text'])).toBe('text');
});

it.each([
  ['http://localhost:8080', null],
  ['127.0.0.1:50051', null],
  ['[::1]:50051', null],
  ['https://API.example/openapi.json', 'api.example'],
  ['10.0.0.5:50051', '10.0.0.5'],
  ['no address', null],
])('what is typed has a host to be asked for: %s', (address, host) => {
  expect(remoteHostOf(address)).toBe(host);
});
