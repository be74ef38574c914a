import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../support/workspace.ts';
import { autocannon } from './autocannon.ts';
import { ghz } from './ghz.ts';
import { h2load } from './h2load.ts';
import { k6 } from './k6.ts';
import { oha } from './oha.ts';
import { wrk } from './wrk.ts';

const all = [wrk, h2load, autocannon, oha, k6, ghz];

describe('wrk', () => {
  const output = `Running 1s test @ http://127.0.0.1:18080/
  1 threads and 5 connections
  139981 requests in 1.04s, 21.89MB read
Requests/sec: 134749.88
Transfer/sec:     21.08MB
`;

  it('reports its requests', () => {
    expect(wrk.read(output)).toEqual({ throughputRps: 134_749.88, failed: 0, answered: 139_981 });
  });

  it('counts failures of both kinds', () => {
    const failing = `${output}  Socket errors: connect 1, read 2, write 0, timeout 3
  Non-2xx or 3xx responses: 10
`;
    expect(wrk.read(failing).failed).toBe(16);
  });

  it('sends an envelope to a SOAP service', async () => {
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
    const load = { connections: 50, streams: 1, seconds: 2, warmUp: 0 };
    const args = await wrk.args(target, load, files);
    expect(args.at(-1)).toBe('http://127.0.0.1:1/soap/product');
    expect(written.join()).toContain('<EchoRequest xmlns="urn:wirebench:product:v1">');
    expect(written.join()).toContain('[==["urn:wirebench:product:v1:Echo"]==]');
  });
});

describe('h2load', () => {
  const output = `finished in 1.05s, 165291.00 req/s, 25.85MB/s
requests: 165291 total, 165296 started, 165291 done, 165281 succeeded, 10 failed, 0 errored, 0 timeout
status codes: 165281 2xx, 0 3xx, 10 4xx, 0 5xx
`;

  it('reports its requests and failures', () => {
    expect(h2load.read(output)).toEqual({ throughputRps: 165_291, failed: 10, answered: 165_291 });
  });

  it('counts none when none succeeded', () => {
    const refused = output.replace('165281 2xx', '0 2xx');
    expect(h2load.read(refused).throughputRps).toBe(0);
  });
});

describe('autocannon', () => {
  it('reports its requests and duration', () => {
    const report = { duration: 2, errors: 1, non2xx: 2, '2xx': 1000 };
    // Its warm-up has a separate report, before the other.
    const output = `${JSON.stringify({ ...report, '2xx': 7 })}\n${JSON.stringify(report)}\n`;
    expect(autocannon.read(output)).toEqual({ throughputRps: 500, failed: 3 });
  });
});

describe('oha', () => {
  const report = {
    summary: { requestsPerSec: 1234.5, successRate: 1 },
    statusCodeDistribution: { '200': 100, '404': 2 },
    errorDistribution: { 'aborted due to deadline': 50, 'connection closed': 3 },
  };

  it('does not count requests cut off at the end as failed', () => {
    expect(oha.read(JSON.stringify(report))).toEqual({ throughputRps: 1234.5, failed: 5 });
  });
});

describe('k6', () => {
  it('reports the output of its script', () => {
    const report = { throughputRps: 99.5, failed: 1 };
    expect(k6.read(JSON.stringify(report))).toEqual(report);
  });
});

describe('ghz', () => {
  it('counts good answers only', () => {
    const report = {
      rps: 1000,
      count: 100,
      statusCodeDistribution: { OK: 90, Unavailable: 10 },
    };
    expect(ghz.read(JSON.stringify(report))).toEqual({ throughputRps: 900, failed: 10 });
  });
});

describe('every generator', () => {
  it('is rejected for any other output', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...all), (output, peer) => {
        expect(() => peer.read(output)).toThrow();
      }),
    );
  });
});
