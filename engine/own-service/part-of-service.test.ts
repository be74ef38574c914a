import { describe, expect, it } from 'vitest';
import type { OwnService } from '../../contracts/own-service.ts';
import { partOfService } from './part-of-service.ts';

const request = (name: string) => ({
  ...{ name, doc: name, changes: false, calls: {}, checks: {}, agree: [] },
});
const step = (name: string) => ({ request: name, take: {} });
const service: OwnService = {
  requests: ['a', 'b', 'c', 'd', 'e'].map(request),
  mixes: [{ name: 'mix', parts: [{ request: 'b', weight: 1 }] }],
  flows: [
    { name: 'flow', doc: '', once: [step('e')], setup: [step('c')], steps: [step('d'), step('a')] },
  ],
  taken: ['token'],
  data: [],
  schemas: ['{}'],
  tokens: [],
  secrets: ['hush'],
};

describe('a worker’s part of a service', () => {
  it.each([
    ['a', ['a'], [], []],
    ['mix', ['b'], ['mix'], []],
    ['flow', ['a', 'c', 'd', 'e'], [], ['flow']],
    ['a+mix/flow', ['a', 'b', 'c', 'd', 'e'], ['mix'], ['flow']],
  ])('contains what its shape needs: %s', (shape, requests, mixes, flows) => {
    const part = partOfService(service, shape);
    const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
    expect(names(part.requests)).toEqual(requests);
    expect(names(part.mixes)).toEqual(mixes);
    expect(names(part.flows)).toEqual(flows);
    expect(part).toMatchObject({ taken: ['token'], schemas: ['{}'], secrets: ['hush'] });
  });
});
