import { expect, it } from 'vitest';
import { protobufMediaType as protobuf } from '../../workloads/interfaces/problem.ts';
import { answerFormat } from './negotiation.ts';

const json = 'application/json';

it.each([
  ['json', protobuf, 'protobuf'],
  ['protobuf', json, 'json'],
  ['json', `${json};q=0.9, ${protobuf}`, 'protobuf'],
  ['json', `${json}; q=0, ${protobuf}; q=0.1`, 'protobuf'],
  ['protobuf', `${json}, ${protobuf}`, 'protobuf'],
  ['protobuf', `${json};q=2, */*`, 'protobuf'],
] as const)('a service of %s answers to Accept %s with %s', (own, accept, format) => {
  expect(answerFormat({ accept }, own)).toBe(format);
});
