import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SizeEntry } from '../../contracts/sizes.ts';
import { noBytes } from '../../contracts/wire.ts';
import { publishedSizes } from './published.ts';

const entry = (protocol: SizeEntry['protocol'], shape: string, payload: number): SizeEntry => {
  const call = { request: noBytes, answer: { ...noBytes, payload }, setUp: null };
  const common = { operation: 'any', stream: 'none', differs: null } as const;
  return { protocol, shape, ...common, fresh: call, reused: call };
};

const numbersOf = (study: string) =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/published/${study}.json`, import.meta.url), 'utf8'),
  ).payloadBytes;

it('published payloads are listed next to ours with the deviation', () => {
  const entries = [entry('rest', 's', 640), entry('grpc', 's', 560), entry('rest', 'xs', 0)];
  const rows = publishedSizes({ workload: 'inventory', entries });
  const { S, XS } = numbersOf('kth-2023');
  expect(rows.map(({ shape, encoding, published }) => [shape, encoding, published])).toEqual([
    ['xs', 'JSON', XS.json],
    ['s', 'JSON', S.json],
    ['s', 'Protobuf', S.protobuf],
  ]);
  expect(rows[1]?.deviation).toBeCloseTo((640 / S.json - 1) * 100, 10);
  expect(rows[0]?.deviation).toBeNull();
});

it('published payloads are those of both parts for isep-2025, and none for other workloads', () => {
  const entries = [entry('rest-protobuf', 'get-user', 46)];
  const rows = publishedSizes({ workload: 'store', entries });
  const { request, response } = numbersOf('isep-2025').protobuf['get-user'];
  expect(rows.map(({ side, published }) => [side, published])).toEqual([
    ['request', request],
    ['answer', response],
  ]);
  expect(publishedSizes({ workload: 'product', entries })).toEqual([]);
});
