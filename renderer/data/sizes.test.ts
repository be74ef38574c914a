import { expect, it } from 'vitest';
import type { SizedCall, SizeEntry } from '../../contracts/sizes.ts';
import type { LayerBytes } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { describeSizes, measuredShapes, sizeBars } from './sizes.ts';

const layers = (payload: number, estimated: number): LayerBytes => ({
  payload,
  envelope: 1,
  headers: 2,
  framing: 3,
  'tls-records': 1,
  'tls-handshake': 3,
  'tcp-ip': estimated,
});
const call = (request: number, answer: number): SizedCall => ({
  request: layers(request, 50),
  answer: layers(answer, 70),
  setUp: null,
});
const entry = (protocol: Protocol, shape: string, reused: SizedCall | null): SizeEntry => ({
  protocol,
  shape,
  operation: 'get',
  stream: 'none',
  fresh: call(10_000, 20_000),
  reused,
  differs: null,
});
const entries = [
  entry('soap', 'small', call(300, 900)),
  entry('rest', 'large', null),
  entry('rest', 'small', call(100, 600)),
  entry('grpc', 'small', call(20, 400)),
];

it.each([
  ['both', [1220, 720, 440], 120],
  ['request', [310, 110, 30], 50],
  ['answer', [910, 610, 410], 70],
] as const)('draws a bar for each protocol of a shape: %s', (part, measured, estimated) => {
  const bars = sizeBars({ entries }, 'small', part);
  expect(bars.map(({ protocol }) => protocol)).toEqual(['soap', 'rest', 'grpc']);
  expect(bars.map((bar) => bar.measured)).toEqual(measured);
  expect(bars.map((bar) => bar.estimated)).toEqual([estimated, estimated, estimated]);
});

it('says the leanest and the largest call of the first shape', () => {
  expect(measuredShapes({ entries })).toEqual(['small', 'large']);
  expect(describeSizes({ entries })).toBe(
    'A small call takes 440 bytes for 420 of payload over gRPC, and 1,220 bytes for 1,200 of payload over SOAP.',
  );
  expect(describeSizes({ entries: entries.slice(1, 2) })).toBe(
    'A large call takes 30,020 bytes for 30,000 of payload over REST.',
  );
  expect(describeSizes({ entries: [] })).toBe('No protocol offers this selection.');
});
