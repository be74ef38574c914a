import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import type { OwnService } from '../../contracts/own-service.ts';
import { plainAddress } from '../../tests/support/loopback.ts';
import { emptyCall } from '../../tests/support/row-table.ts';
import { answerOctets } from '../../workloads/own-service/judge.ts';
import { ownServiceWorkload } from '../../workloads/own-service/workload.ts';
import { ownCallSizes } from './own-call.ts';

const setup = { seed: 1, text: 'ascii', data: {}, fields: 'full', dates: 'full' } as const;

it.each([
  ['text/xml', 'soap', '<s:Envelope xmlns:s="s"><s:Body><b>', '<c/>', '</b></s:Body></s:Envelope>'],
  ['application/json; charset=utf-8', 'graphql', '{"data":{"q":', '{"a":1}', '}}'],
  ['text/plain', 'graphql', '', '{"data":{"q":{"a":1}}}', ''],
] as const)('divides an answer of %s over %s', async (type, protocol, before, payload, after) => {
  const get = { name: 'get', doc: '', changes: false, checks: {}, agree: [] };
  const service: OwnService = {
    ...{ mixes: [], flows: [], taken: [], data: [], schemas: [], secrets: [], tokens: [] },
    requests: [{ ...get, calls: { [protocol]: emptyCall } }],
  };
  const requests = ownServiceWorkload(service).requestsOf('get', setup, protocol);
  const sizes = await ownCallSizes(service, { protocol, shape: 'get' }, plainAddress(1), requests);
  const answer = {
    ...{ status: 200, headers: { 'content-type': type }, body: '' },
    [answerOctets]: Buffer.from(before + payload + after),
  };
  expect(sizes({ request: requests.request(0), answer })?.answer).toMatchObject({
    payload: payload.length,
    envelope: before.length + after.length,
  });
});

const proto = `syntax = "proto3"; message M { string text = 1; } service S { rpc Get (M) returns (M); }`;
const schemas = [JSON.stringify(protobuf.parse(proto).root.toJSON())];

it.each([
  ['none', Buffer.from('0a0461626364', 'hex'), 6, 5],
  ['response', Buffer.from('0000000006' + '0a0461626364' + '0000000003' + '0a0161', 'hex'), 9, 10],
] as const)(
  'takes the prefixes of messages for their envelope: stream of %s',
  async (stream, octets, payload, envelope) => {
    const get = { name: 'get', doc: '', changes: false, checks: {}, agree: [] };
    const types = { request: 'M', response: 'M', schema: 0, metadata: [], path: '/S/Get' };
    const call = { kind: 'protobuf', message: { text: 'xyz' }, stream, ...types } as const;
    const service: OwnService = {
      ...{ mixes: [], flows: [], taken: [], data: [], schemas, secrets: [], tokens: [] },
      requests: [{ ...get, calls: { grpc: call } }],
    };
    const requests = ownServiceWorkload(service).requestsOf('get', setup, 'grpc');
    const cell = { protocol: 'grpc', shape: 'get' } as const;
    const sizes = await ownCallSizes(service, cell, plainAddress(1), requests);
    const answer = { ...{ status: 0, headers: {}, body: '' }, [answerOctets]: octets };
    const request = requests.request(0);
    const beside = (framing: number) => ({ framing, headers: 0 });
    expect(sizes({ request, answer })).toEqual({
      request: { payload: 5, envelope: 5, beside: beside(5) },
      answer: { payload, envelope, beside: beside(envelope) },
    });
    expect(sizes({ request, answer: { status: 0, headers: {}, body: '' } as never })).toBeNull();
  },
);
