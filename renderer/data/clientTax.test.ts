import { expect, it } from 'vitest';
import type { ClientTax } from '../../contracts/result.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { microseconds, taxRows, taxSummary, taxTable, taxText } from './clientTax.ts';

function tax(parts: Partial<ClientTax['cell']>, rawUs = 10, libraryUs = 42.5): ClientTax {
  const cell = { shape: 'small', users: 50, tls: 'off', client: 'raw', protocol: 'rest', ...parts };
  return {
    cell: cell as ClientTax['cell'],
    rawUs,
    libraryUs,
    taxUs: libraryUs - rawUs,
    times: libraryUs / rawUs,
  };
}

it('taxRows are named by what the run varies, and have the worse verdict of both clients, regardless of other cells', () => {
  const rows = taxRows([tax({}), tax({ protocol: 'grpc', users: 10 })], []);
  expect(rows.map(({ label, detail }) => [label, detail])).toEqual([
    ['REST', '50 users'],
    ['gRPC', '10 users'],
  ]);
  expect(taxRows([tax({})], [])[0]?.detail).toBe('');
  const trials = [
    testTrial({ cell: { users: 50, client: 'library' }, verdict: 'client-bound' }),
    testTrial({ cell: { users: 10 }, verdict: 'suspect' }),
  ];
  expect(
    taxRows([tax({}), tax({ users: 10, tls: 'on' })], trials).map((row) => row.verdict),
  ).toEqual(['client-bound', 'ok']);
});

it('says what a library costs', () => {
  expect(taxText(tax({}))).toBe('+32.5 µs, 4.3×');
  expect(taxText(tax({}, 40, 30))).toBe('−10.0 µs, 0.8×');
  expect([9.999, 12.34, 1234.5].map(microseconds)).toEqual(['10.00', '12.3', '1,235']);
  const rows = taxRows([tax({})], []);
  expect(taxSummary(rows)).toContain('REST: raw 10.0, library 42.5 (+32.5 µs, 4.3×)');
  expect(taxTable(rows).rows).toEqual([['REST', '', 10, 42.5, 32.5, 4.25, 'ok']]);
});
