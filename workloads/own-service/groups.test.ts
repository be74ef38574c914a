import { describe, expect, it } from 'vitest';
import type { OwnService } from '../../contracts/own-service.ts';
import { emptyCall, rowTable } from '../../tests/support/row-table.ts';
import type { Message } from '../description.ts';
import type { FlowSteps, MixedRequests } from '../workload.ts';
import { agreedParts } from './agree.ts';
import {
  maxTokenCharacters,
  putToken,
  recentTokens,
  tokenMemory,
  tokenNow,
  tokenReader,
  tokensGiven,
} from './tokens.ts';
import { ownServiceWorkload } from './workload.ts';

const request = (name: string, target: string, changes = false) => ({
  ...{ name, doc: name, changes, agree: [] },
  calls: { rest: { ...emptyCall, target } },
  checks: { rest: [{ path: '$.ok', equals: true }] },
});

const service = (part: Partial<OwnService>): OwnService => ({
  requests: [
    request('login', '/login'),
    request('get', '/{{id}}', true),
    request('row', '/{{o.n}}'),
  ],
  ...{
    mixes: [],
    flows: [],
    taken: ['id', 'password'],
    data: [],
    schemas: [],
    secrets: [],
    tokens: [],
  },
  ...part,
});

const answer = (body: object): Message =>
  ({ status: 200, headers: {}, body: JSON.stringify(body) }) as unknown as Message;

const requestsOf = (shape: string, part: Partial<OwnService>, seed = 1) =>
  ownServiceWorkload(service(part)).requestsOf(
    shape,
    { seed, data: {}, text: 'ascii', fields: 'full', dates: 'full' },
    'rest',
  );

describe('a mix', () => {
  const mixOf = (weights: readonly number[], seed: number) => {
    const parts = weights.map((weight, index) => ({
      request: ['login', 'row', 'get'][index] ?? '',
      weight,
    }));
    return requestsOf('both', { mixes: [{ name: 'both', parts }] }, seed).group as MixedRequests;
  };

  it('has its requests by their names', () => {
    const group = mixOf([1, 1, 1], 1);
    expect(group).toMatchObject({ kind: 'mix' });
    expect(
      group.parts.map(({ name, take, requests }) => [name, take, requests.operation.name]),
    ).toEqual([
      ['login', null, 'login'],
      ['row', null, 'row'],
      ['get', null, 'get'],
    ]);
  });

  it('picks them in the proportion of their weights, whatever the number', () => {
    const group = mixOf([1, 2, 7], 3);
    for (const from of [0, 2 ** 32, 2 ** 40]) {
      const picked = [0, 0, 0];
      for (let sequence = 0; sequence < 20_000; sequence++) {
        const part = group.pick(from + sequence);
        picked[part] = (picked[part] ?? 0) + 1;
      }
      expect(picked.map((count) => Math.round(count / 200) / 10)).toEqual([
        expect.closeTo(1, 0),
        expect.closeTo(2, 0),
        expect.closeTo(7, 0),
      ]);
    }
  });

  it('picks the same again, and others with another seed or far later', () => {
    const picks = (seed: number, from = 0) => {
      const group = mixOf([1, 1], seed);
      return Array.from({ length: 64 }, (_none, index) => group.pick(from + index)).join('');
    };
    expect(picks(1)).toBe(picks(1));
    expect(new Set([picks(1), picks(2), picks(1, 2 ** 32), picks(1, 2 ** 33)]).size).toBe(4);
  });
});

describe('a flow', () => {
  const flow = {
    ...{ name: 'look', doc: 'look', once: [] },
    setup: [{ request: 'login', take: { password: { rest: { path: '$.password' } } } }],
    steps: [
      { request: 'login', take: { id: { rest: { path: '$.id' } } } },
      { request: 'get', take: {} },
      { request: 'get', take: { id: { grpc: { path: '$.id' } } } },
    ],
  };
  const steps = (part: object = {}) =>
    requestsOf('look', { flows: [{ ...flow, ...part }] }).group as FlowSteps;

  it('names its steps, and counts those of its setup', () => {
    const { parts, setUps, kind, taken, shared } = steps();
    expect(parts.map(({ name }) => name)).toEqual(['setup: login', 'login', 'get', 'get (2)']);
    expect([kind, setUps, taken, shared]).toEqual(['flow', 1, ['id', 'password'], ['', '']]);
    expect(steps({ shared: ['7', ''] }).shared).toEqual(['7', '']);
  });

  it('takes values from the answers of its protocol only', () => {
    const { parts } = steps();
    expect(parts.map(({ take }) => take !== null)).toEqual([true, true, false, false]);
    const into = ['', ''];
    expect(parts[1]?.take?.(answer({ id: 5, password: 'p' }), into)).toBeNull();
    expect(into).toEqual(['5', '']);
    expect(parts[0]?.take?.(answer({ id: 6, password: 'p' }), into)).toBeNull();
    expect(into).toEqual(['5', 'p']);
    expect(parts[1]?.take?.(answer({}), into)).toContain('{{id}}');
  });

  const useCase = (part: Partial<OwnService> = {}) => {
    const { useCases } = ownServiceWorkload(
      service({ flows: [{ ...flow, shared: ['none', ''] }], ...part }),
    );
    const found = useCases?.of('look', 'rest', {
      seed: 1,
      data: {},
      text: 'ascii',
      fields: 'full',
      dates: 'full',
    });
    if (!found) throw new Error('no use case');
    return found;
  };

  it('is a use case whose requests have what earlier answers gave', () => {
    const { name, stages } = useCase();
    expect([name, stages.map(({ independent }) => independent)]).toEqual([
      'look',
      [false, false, false, false],
    ]);
    const first = answer({ ok: true, password: 'geheim-1234' });
    const second = answer({ ok: true, id: 9 });
    const at = (stage: number, answers: Message[]) => {
      const [planned, ...more] =
        stages[stage]?.requests(
          answers.map((one) => [one]),
          4,
        ) ?? [];
      if (!planned || more.length > 0) throw new Error('expected one request');
      return planned;
    };
    expect(at(0, []).request).toMatchObject({
      user: 4,
      iteration: 0,
      step: 0,
      sequence: 4,
      taken: ['none', ''],
    });
    const third = at(2, [first, second]);
    expect(third.request).toMatchObject({ step: 2, taken: ['9', 'geheim-1234'] });
    expect(third.operation.name).toBe('get');
    expect(third.hidden?.('got geheim-1234 and 9')).not.toContain('geheim');
    expect(third.hidden?.('got geheim-1234 and 9')).toContain('and 9');
    expect(at(2, []).request).toMatchObject({ taken: ['none', ''] });
    const login = at(1, [first]);
    expect(login.judge(answer({ ok: true, id: 1 }))).toBeNull();
    expect(login.judge(answer({ ok: true }))).toContain('{{id}}');
    expect(login.judge(answer({ ok: false, id: 1 }))).toContain('$.ok');
    expect(third.judge(answer({ ok: true }))).toBeNull();
  });

  it('claims one row for an iteration, and begins again when all are used', () => {
    const taken = new SharedArrayBuffer(4);
    const data = [{ ...rowTable(['n'], [['a'], ['b']]), pick: 'unique' as const, taken }];
    const rowSteps = [
      { request: 'row', take: {} },
      { request: 'row', take: {} },
    ];
    const { stages } = useCase({ data, flows: [{ ...flow, setup: [], steps: rowSteps }] });
    const claimsOf = (stage: number, iteration: number) => {
      const [planned] = stages[stage]?.requests([], iteration) ?? [];
      return (planned?.request as { claims?: unknown } | undefined)?.claims;
    };
    expect(claimsOf(0, 0)).toEqual([0]);
    expect(claimsOf(0, 1)).toEqual([1]);
    expect(claimsOf(1, 0)).toEqual([0]);
    expect(claimsOf(1, 1)).toEqual([1]);
    // A row of its number, counted from the first again.
    expect([claimsOf(0, 2), claimsOf(1, 2)]).toEqual([[], []]);
  });
});

describe('parts that agree', () => {
  const agree = [
    { name: 'id', at: { rest: { path: '$.id' }, soap: { xpath: '//id' } } },
    { name: 'other', at: { grpc: { path: '$.id' } } },
  ];
  const of = (body: string, protocol: 'rest' | 'soap' = 'rest') =>
    agreedParts({ agree }, { secrets: ['top-secret'] }, protocol, {
      status: 200,
      headers: {},
      body,
    });

  it('are those that the protocol has and the answer gives, without secrets', () => {
    expect(of('{"id":7}')).toEqual({ id: '7' });
    expect(of('<a><id>8</id></a>', 'soap')).toEqual({ id: '8' });
    expect(of('{}')).toEqual({});
    expect(of('{"id":"a top-secret b"}').id).toMatch(/^a [^ts]+ b$/);
    expect(of('{"id":""}')).toEqual({ id: '' });
  });
});

describe('access tokens', () => {
  const cell = () => ({ name: 'oauth', memory: tokenMemory() });

  it('are read as they were put last', () => {
    const one = cell();
    const read = tokenReader(one);
    expect([read(), tokenNow(one)]).toEqual(['', { number: 0, token: '' }]);
    putToken(one, 'first');
    expect([read(), read(), tokenNow(one)]).toEqual([
      'first',
      'first',
      { number: 1, token: 'first' },
    ]);
    putToken(one, 'x'.repeat(maxTokenCharacters));
    expect(read()).toHaveLength(maxTokenCharacters);
  });

  it('are kept for a while: answers may repeat them', () => {
    const [one, two] = [cell(), cell()];
    expect(recentTokens([one, two])).toEqual([]);
    for (let index = 1; index <= 20; index++) putToken(one, `token-${index}`);
    putToken(two, 'other');
    putToken(two, '');
    expect(recentTokens([one, two])).toEqual([
      ...Array.from({ length: 16 }, (_none, index) => `token-${20 - index}`),
      'other',
    ]);
    expect(tokensGiven([one, two])).toBe(22);
  });
});
