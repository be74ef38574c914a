import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Workspace } from '../support/workspace.ts';
import { autocannon } from './autocannon.ts';
import { ghz } from './ghz.ts';
import { h2load } from './h2load.ts';
import { k6 } from './k6.ts';
import { oha } from './oha.ts';
import { wrk } from './wrk.ts';

const ofWrk = `Running 1s test @ http://127.0.0.1:18080/
  1 threads and 5 connections
  139981 requests in 1.04s, 21.89MB read
Requests/sec: 134749.88
`;
const failing = `${ofWrk}  Socket errors: connect 1, read 2, write 0, timeout 3
  Non-2xx or 3xx responses: 10
`;
const ofH2load = `finished in 1.05s, 165291.00 req/s, 25.85MB/s
requests: 165291 total, 165296 started, 165291 done, 165281 succeeded, 10 failed, 0 errored, 0 timeout
status codes: 165281 2xx, 0 3xx, 10 4xx, 0 5xx
`;
const cannon = { duration: 2, errors: 1, non2xx: 2, '2xx': 1000 };
const ofOha = {
  summary: { requestsPerSec: 1234.5, successRate: 1 },
  statusCodeDistribution: { '200': 100, '404': 2 },
  errorDistribution: { 'aborted due to deadline': 50, 'connection closed': 3 },
};
const ofGhz = { rps: 1000, count: 100, statusCodeDistribution: { OK: 90, Unavailable: 10 } };
const json = (...reports: object[]) => reports.map((one) => `${JSON.stringify(one)}\n`).join('');

it.each([
  ['wrk', wrk, ofWrk, { throughputRps: 134_749.88, failed: 0, answered: 139_981 }],
  ['wrk with failures of both kinds', wrk, failing, { failed: 16 }],
  ['h2load', h2load, ofH2load, { throughputRps: 165_291, failed: 10, answered: 165_291 }],
  [
    'h2load without a success',
    h2load,
    ofH2load.replace('165281 2xx', '0 2xx'),
    { throughputRps: 0 },
  ],
  // Its warm-up has a separate report, before the other.
  [
    'autocannon',
    autocannon,
    json({ ...cannon, '2xx': 7 }, cannon),
    { throughputRps: 500, failed: 3 },
  ],
  ['oha, cut off at the end', oha, json(ofOha), { throughputRps: 1234.5, failed: 5 }],
  ['k6', k6, json({ throughputRps: 99.5, failed: 1 }), { throughputRps: 99.5, failed: 1 }],
  ['ghz, good answers only', ghz, json(ofGhz), { throughputRps: 900, failed: 10 }],
])('reads the report of %s', (_what, peer, output, wanted) => {
  expect(peer.read(output)).toMatchObject(wanted);
});

it('makes wrk send an envelope to a SOAP service', async () => {
  const address = { host: '127.0.0.1', port: 1, basePath: '', tls: null };
  const target = { protocol: 'soap', address, pid: 1, stop: async () => undefined } as const;
  const written: string[] = [];
  const files: Workspace = {
    ...{ home: '', jsonFile: '', grpcFile: '', remove: async () => undefined },
    file: async (_name, text) => {
      written.push(text);
      return 'wrk.lua';
    },
  };
  const args = await wrk.args(
    target,
    { connections: 50, streams: 1, seconds: 2, warmUp: 0 },
    files,
  );
  expect(args.at(-1)).toBe('http://127.0.0.1:1/soap/product');
  expect(written.join()).toContain('<EchoRequest xmlns="urn:wirebench:product:v1">');
  expect(written.join()).toContain('[==["urn:wirebench:product:v1:Echo"]==]');
});

it('refuses any other output', () => {
  const peers = fc.constantFrom(wrk, h2load, autocannon, oha, k6, ghz);
  const reading = fc.property(fc.string(), peers, (text, peer) => {
    expect(() => peer.read(text)).toThrow();
  });
  fc.assert(reading);
});
