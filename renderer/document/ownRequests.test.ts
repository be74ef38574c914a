import { expect, it } from 'vitest';
import { readText } from './edit.ts';
import { requestsAlone } from './ownRequests.ts';

const text = `service:
  rest: {address: "http://127.0.0.1:1"}
  graphql: {address: "http://127.0.0.1:1/graphql"}
  requests:
    list: {rest: {path: /}}
    get: {rest: {path: /1}, graphql: {query: "{ a }"}}
    add: {changes: true, rest: {path: /}}
    pay: {rest: {path: "/{{cart}}"}}
  flows:
    buy: {steps: [{request: get, take: {cart: {path: $.cart}}}, {request: pay}]}
factors: {shape: [buy, get]}
`;

it('requests that can be sent on their own are those that need nothing from a flow, measured ones first', () => {
  expect(requestsAlone(readText(text).data)).toEqual([
    { name: 'get', protocols: ['rest', 'graphql'], changes: false },
    { name: 'list', protocols: ['rest'], changes: false },
    { name: 'add', protocols: ['rest'], changes: true },
  ]);
});

it.each(['', 'workload: store', 'service: {requests: 7}', text.replace('/1}', '1}')])(
  'requests that can be sent on their own are none without a valid service: %s',
  (wrong) => expect(requestsAlone(readText(wrong).data)).toEqual([]),
);
