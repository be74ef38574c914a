import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceSchema } from '../../contracts/experiment/service.ts';
import type { OwnService, TextCall } from '../../contracts/own-service.ts';
import { rowTable } from '../../tests/support/row-table.ts';
import { untakenValues } from './flow-values.ts';
import { ownServiceWorkload, writtenWorkload } from './workload.ts';

const service = (more: object) =>
  serviceSchema.safeParse({
    rest: { address: 'http://127.0.0.1:1' },
    requests: {
      login: { rest: { path: '/login' } },
      get: { rest: { path: '/{{id}}' }, changes: true },
    },
    ...more,
  });

const flows = {
  look: { steps: [{ request: 'login', take: { id: { path: '$.id' } } }, { request: 'get' }] },
};

const taking = (take: object) => ({ flows: { a: { steps: [{ request: 'get', take }] } } });

describe('the shapes of an own service', () => {
  it('are its independent requests, its mixes and its flows', () => {
    const { data } = service({ flows, mixes: { both: { login: 2 } } });
    if (!data) throw new Error('wrong');
    const { shapes, operationOf, shapeHelp, useCases } = writtenWorkload(data);
    expect(shapes).toEqual([
      { name: 'login', doc: 'login' },
      { name: 'both', doc: '2 × login' },
      { name: 'look', doc: 'login, then get' },
    ]);
    expect(operationOf('get')).toBeNull();
    expect(operationOf('look')?.changes).toBe(true);
    expect(operationOf('both')?.changes).toBe(false);
    expect(shapeHelp).toBe(
      'expected a request, mix or flow of your service: login, both, look; get can be sent in flows only, which take what it needs',
    );
    expect(useCases?.named).toHaveLength(1);
  });

  it.each([
    [{ mixes: { login: { get: 1 } } }, 'a request is called login too'],
    [{ mixes: { look: { login: 1 } }, flows }, 'a mix is called look too'],
    [{ mixes: { a: { gone: 1 } } }, 'there is no request gone: expected one of login, get'],
    [{ mixes: { a: { login: 0 } } }, 'expected a weight above 0'],
    [{ mixes: { a: {} } }, 'expected at least one request'],
    [{ flows: { a: { steps: [] } } }, 'expected at least one step'],
    [{ flows: { a: { steps: [{ request: 'gone' }] } } }, 'there is no request gone'],
    [taking({ now: { path: '$' } }), 'that is none of uuid'],
    [taking({ b: {} }), 'expected a path, an xpath, a header'],
    [taking({ b: { path: '$', header: 'x' } }), 'expected one of path, xpath and header'],
    [taking({ b: { matches: '(' } }), 'expected a regular expression'],
  ])('are refused if invalid: %j', (more, words) => {
    const { error } = service(more);
    expect(error?.issues.map(({ message }) => message).join('; ')).toContain(words);
  });

  it('take values before they need them', () => {
    const { data } = service({
      mixes: { both: { get: 1 } },
      flows: {
        ...flows,
        late: { setup: [{ request: 'get' }], steps: [{ request: 'get' }] },
        shared: {
          once: [{ request: 'login', take: { id: { path: '$.id' } } }],
          steps: [{ request: 'get' }],
        },
        after: { once: [{ request: 'get' }], ...flows.look },
      },
    });
    const wrong = data ? untakenValues(data) : [];
    expect(wrong.map(({ path }) => path.join('.'))).toEqual([
      'service.mixes.both.get',
      'service.flows.late.setup.0.request',
      'service.flows.late.steps.0.request',
      'service.flows.after.once.0.request',
    ]);
  });
});

const read: OwnService = {
  ...{ requests: [], mixes: [], flows: [], taken: [] },
  ...{ data: [], schemas: [], secrets: [], tokens: [] },
};
const request = (name: string) => ({
  ...{ name, doc: name, changes: false, calls: {}, checks: {}, agree: [] },
});
const setup = { seed: 1, text: 'ascii', data: {}, fields: 'full', dates: 'full' } as const;

describe('a request may be prepared well before it is sent', () => {
  const mayWait = (body: string, pick: OwnService['data'][number]['pick'] = 'sequential') => {
    const rest: TextCall = {
      ...{ kind: 'text', method: 'POST', target: '/', headers: [], success: 'status' },
      body: [{ text: body, escape: 'json' }],
    };
    const { requestsOf } = ownServiceWorkload({
      ...read,
      data: [{ ...rowTable(['a'], [['1'], ['2']]), pick }],
      requests: [{ ...request('get'), calls: { rest } }],
    });
    return requestsOf('get', setup, 'rest').mayWait;
  };

  it('if its values do not depend on when they are generated', () => {
    for (const body of ['fixed', '{{o.a}}', '{{uuid}} {{int 1 9}} {{sequence}} {{o.a}}'])
      expect(mayWait(body)).toBe(true);
    expect(mayWait('{{o.a}}', 'random')).toBe(true);
  });

  it('but not if it contains the time or user, claims a row, or is long', () => {
    for (const body of ['{{now}}', '{{o.a}} {{user}}', '{{iteration}}', '{{token}}'])
      expect(mayWait(body)).toBe(false);
    for (const pick of ['unique', 'per-user'] as const)
      expect(mayWait('{{o.a}}', pick)).toBe(false);
    expect(mayWait(`{{o.a}}${'x'.repeat(5000)}`)).toBe(false);
  });
});

describe('a mix', () => {
  it('depends on the seed and the request number only', () => {
    const weights = [6, 3, 1];
    const { requestsOf } = ownServiceWorkload({
      ...read,
      requests: ['a', 'b', 'c'].map(request),
      mixes: [
        {
          name: 'mix',
          parts: [...'abc'].map((request, at) => ({ request, weight: weights[at] ?? 0 })),
        },
      ],
    });
    const mixOf = (seed: number) => {
      const { group } = requestsOf('mix', { ...setup, seed });
      if (group?.kind !== 'mix') throw new Error('no mix');
      return group;
    };
    fc.assert(
      fc.property(fc.integer(), fc.maxSafeNat(), (seed, sequence) => {
        const picked = mixOf(seed).pick(sequence);
        expect([0, 1, 2]).toContain(picked);
        expect(mixOf(seed).pick(sequence)).toBe(picked);
      }),
    );
    // Every share of a worker among several, too.
    for (const step of [1, 2, 8]) {
      const mix = mixOf(step);
      const counts = [0, 0, 0];
      for (let n = 0; n < 20_000; n++) {
        const picked = mix.pick(n * step);
        counts[picked] = (counts[picked] ?? 0) + 1;
      }
      for (const [index, weight] of weights.entries()) {
        expect(Math.abs((counts[index] ?? 0) / 2000 - weight)).toBeLessThan(0.25);
      }
    }
  });
});

it('judges answers by the checks of their protocol', () => {
  const checks = {
    rest: [{ path: '$.id', equals: 7 }],
    soap: [{ xpath: '//id', equals: 7 }],
  };
  const { requestsOf } = ownServiceWorkload({
    ...read,
    requests: [{ ...request('get'), checks }],
    mixes: [{ name: 'mix', parts: [{ request: 'get', weight: 1 }] }],
    flows: [{ name: 'flow', doc: '', once: [], setup: [], steps: [{ request: 'get', take: {} }] }],
  });
  for (const shape of ['get', 'mix', 'flow']) {
    const wrong = (protocol: 'rest' | 'soap' | 'grpc', body: string) => {
      const asked = requestsOf(shape, setup, protocol);
      const { judge } = asked.group?.parts[0]?.requests ?? asked;
      return judge({}, { status: 200, headers: {}, body });
    };
    expect(wrong('rest', '{"id":7}')).toBeNull();
    expect(wrong('soap', '<a><id>7</id></a>')).toBeNull();
    expect(wrong('grpc', '{}')).toBeNull();
    expect(wrong('rest', '{"id":8}')).toBe('expected $.id = 7, got 8');
    expect(wrong('soap', '<id>8</id>')).toBe('expected //id = 7, got "8"');
  }
});
