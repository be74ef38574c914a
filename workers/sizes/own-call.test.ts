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
