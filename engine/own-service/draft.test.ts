import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownServiceProtocols } from '../../contracts/experiment/by-protocol.ts';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { Protocol } from '../../contracts/words.ts';
import { cellsOf } from '../experiment/cells.ts';
import { readExperiment } from '../experiment/read.ts';
import { draftExperiment, notMeasured, pickOperations } from './draft.ts';
import type { FoundOperation, FoundService } from './found.ts';

const operation = (name: string, more: Partial<FoundOperation> = {}): FoundOperation => ({
  name,
  doc: '',
  changes: false,
  call: { path: '/' },
  checks: [],
  ...more,
});
const service = (protocol: Protocol, operations: readonly FoundOperation[]): FoundService => ({
  protocol,
  address: protocolFacts[protocol].example,
  endpoint: protocol === 'grpc' ? { description: 'a.proto' } : {},
  operations,
  remarks: [],
});
const grpcCall = { method: 'shop.v1.Orders/GetOrder', message: {} };

const text = fc.string({ unit: 'binary', maxLength: 40 });
const calls: Readonly<Record<string, fc.Arbitrary<Record<string, unknown>>>> = {
  resource: fc.record({ path: fc.constant('/a'), body: fc.jsonValue({ maxDepth: 4 }) }),
  envelope: fc.record({ body: text }),
  message: fc.record({
    method: fc.constant('a.B/C'),
    message: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.jsonValue({ maxDepth: 3 })),
  }),
  query: fc.record({ query: text }),
};
const anyService = fc.constantFrom(...ownServiceProtocols).chain((protocol) =>
  fc.record({
    protocol: fc.constant(protocol),
    address: fc.constantFrom(null, protocolFacts[protocol].example),
    endpoint: fc.constant(service(protocol, []).endpoint),
    operations: fc.array(
      fc.record({
        name: fc.oneof(text, fc.constantFrom('getOrder', 'a.B/GetOrder', 'get-order', '__proto__')),
        doc: text,
        changes: fc.boolean(),
        call: calls[protocolFacts[protocol].custom ?? ''] ?? fc.constant({}),
        checks: fc.constantFrom([], [{ status: 201 }]),
      }),
      { maxLength: 6 },
    ),
    remarks: fc.array(text, { maxLength: 3 }),
  }),
);

describe('draftExperiment', () => {
  it('writes valid experiments, whatever was found', () => {
    fc.assert(
      fc.property(fc.array(anyService, { maxLength: 4 }), text, (services, name) => {
        fc.pre(services.some(({ operations }) => operations.length > 0));
        const read = readExperiment(draftExperiment(services, { name }));
        expect(read.ok ? [] : read.problems).toEqual([]);
      }),
    );
  });

  it('combines operations of the same name into one request, and measures the others by themselves', () => {
    const draft = draftExperiment([
      service('rest', [operation('get_order', { checks: [{ status: 206 }] }), operation('list')]),
      service('grpc', [operation('shop.v1.Orders/GetOrder', { call: grpcCall })]),
    ]);
    const read = readExperiment(draft);
    if (!read.ok) throw new Error(draft);
    const { factors, service: written } = read.experiment;
    expect(factors).toMatchObject({ protocol: ['rest', 'grpc'], shape: ['get-order', 'list'] });
    expect(cellsOf(read.experiment).map(({ protocol, shape }) => `${protocol} ${shape}`)).toEqual([
      'rest get-order',
      'rest list',
      'grpc get-order',
    ]);
    expect(Object.keys(written?.requests ?? {})).toEqual(['get-order', 'list']);
    // An HTTP status does not apply to gRPC.
    expect(written?.requests['get-order']?.checks).toEqual([{ rest: { status: 206 } }]);
  });

  it('measures every service, also where no request is offered in all, and TLS where addresses require it', () => {
    const secure = { ...service('rest', [operation('a')]), address: 'https://a.example' };
    const services = [secure, service('grpc', [operation('b', { call: grpcCall })])];
    const read = readExperiment(draftExperiment(services));
    expect(read).toMatchObject({
      experiment: { factors: { protocol: ['rest', 'grpc'], shape: ['a', 'b'], tls: ['on'] } },
    });
    expect(notMeasured(services)).toEqual([]);
  });

  it('says what it does not measure, and why: what is without TLS beside what is with it', () => {
    const plain = { ...service('grpc', [operation('b', { call: grpcCall })]), secure: false };
    const secure = { ...service('rest', [operation('a')]), address: 'https://a.example' };
    const draft = draftExperiment([secure, plain]);
    expect(readExperiment(draft)).toMatchObject({
      experiment: { factors: { protocol: ['rest'], shape: ['a'] } },
    });
    const [why] = notMeasured([secure, plain]);
    expect(why).toMatch(/^gRPC at .* is not measured: it is without TLS/);
    expect(draft).toContain(`# ${why}`);
  });

  it('combines what was paired, whatever the names', () => {
    const pair = 'one';
    const draft = draftExperiment([
      service('rest', [operation('get_order'), operation('basket', { pair })]),
      service('grpc', [operation('a.B/GetOrder', { pair, call: grpcCall })]),
    ]);
    const read = readExperiment(draft);
    if (!read.ok) throw new Error(draft);
    const { requests = {} } = read.experiment.service ?? {};
    expect(Object.keys(requests)).toEqual(['get-order', 'basket']);
    expect(Object.keys(requests.basket ?? {})).toEqual(expect.arrayContaining(['rest', 'grpc']));
    expect(requests['get-order']).not.toHaveProperty('grpc');
  });

  it('joins addresses of one host, and refuses two', () => {
    const at = (address: string) => ({ ...service('rest', [operation('a')]), address });
    const draft = draftExperiment([at('http://h:1/x'), at('http://h:1/y/z')]);
    expect(draft).toContain('path: /x/');
    expect(draft).toContain('path: /y/z/');
    expect(() => draftExperiment([at('http://h:1'), at('http://h:2')])).toThrow(/two addresses/);
  });
});

describe('pickOperations', () => {
  const many = Array.from({ length: 25 }, (_, index) => operation(`read${index}`));
  const services = [service('rest', [...many, operation('write', { changes: true })])];

  it('picks twenty read-only ones, or those that are named', () => {
    const picked = pickOperations(services);
    expect(picked.services[0]?.operations).toHaveLength(20);
    expect(picked.leftOut).toContain('6 of 26');
    const named = pickOperations(services, ['WRITE', 'read-3']);
    expect(named.services[0]?.operations.map(({ name }) => name)).toEqual(['read3', 'write']);
    expect(() => pickOperations(services, ['none'])).toThrow('there is no operation none');
  });
});
