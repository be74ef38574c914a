import { describe, expect, it } from 'vitest';
import { emptyCall } from '../tests/support/row-table.ts';
import type { Message } from './description.ts';
import { ownServiceWorkload } from './own-service/workload.ts';
import { workloadOf } from './registry.ts';
import { type SingleRequest, singleRequests } from './single-requests.ts';

const setup = { seed: 1, data: {}, text: 'ascii', fields: 'full', dates: 'full' } as const;

const own = ownServiceWorkload({
  requests: ['a', 'b'].map((name) => ({
    ...{ name, doc: name, changes: false, agree: [] },
    calls: { rest: { ...emptyCall, target: `/${name}` } },
    checks: { rest: [{ status: 200 }] },
  })),
  mixes: [
    {
      name: 'both',
      parts: [
        { request: 'b', weight: 1 },
        { request: 'a', weight: 5 },
      ],
    },
  ],
  ...{ flows: [], taken: [], data: [], schemas: [], secrets: [], tokens: [] },
});
const status = (code: number) => ({ status: code, headers: {}, body: '' }) as unknown as Message;

/** All requests, each answered with this. */
function allOf(requests: ReturnType<typeof singleRequests>, answer: Message = {}) {
  const found: SingleRequest[] = [];
  for (let step = requests.next(); !step.done; step = requests.next(answer)) found.push(step.value);
  return found;
}

describe('single requests', () => {
  it('are the one of a shape, with its own judge', () => {
    const asked = { shape: 'small', protocol: 'rest', useCase: false, sequence: 7 } as const;
    const { requestsOf, data } = workloadOf('product');
    const made = { ...setup, data: data.parse({}) };
    const [one, ...more] = allOf(singleRequests(workloadOf('product'), made, asked));
    const same = requestsOf('small', made, 'rest');
    if (!one) throw new Error('no request');
    expect([more.length, one.stream, one.operation]).toEqual([0, null, same.operation]);
    expect(one.request).toEqual(same.request(7));
    expect(one.judge(one.request)).toBe(same.judge(one.request, one.request));
    expect(one.judge({})).toBe(same.judge(one.request, {}));
    expect(one.judge({})).not.toBeNull();
  });

  it('are all of a mix, in its order', () => {
    const by = { user: 3, iteration: 2, step: 1, taken: [], claims: [] };
    const asked = { shape: 'both', protocol: 'rest', useCase: false, sequence: 5, by } as const;
    const found = allOf(singleRequests(own, setup, asked));
    expect(found.map(({ operation }) => operation.name)).toEqual(['b', 'a']);
    expect(found.map(({ request }) => request)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({ sequence: 5, user: 3, iteration: 2, step: 1 }),
      ),
    );
    expect(found[0]?.judge(status(200))).toBeNull();
    expect(found[0]?.judge(status(500))).not.toBeNull();
  });

  it('of a use case are one after the other, each from the answers before it', () => {
    const delivery = workloadOf('delivery');
    const made = { ...setup, data: delivery.data.parse({}) };
    const [name] = delivery.useCases?.named ?? [];
    if (!name) throw new Error('no use case');
    const asked = { shape: name.name, protocol: 'rest', useCase: true, sequence: 2 } as const;
    const requests = singleRequests(delivery, made, asked);
    const first = requests.next();
    if (first.done) throw new Error('no request');
    expect(first.value.stream).toBeNull();
    expect(first.value.request).toEqual(
      delivery.useCases?.of(name.name, 'rest', made)?.stages[0]?.requests([], 2)[0]?.request,
    );
    expect(() => allOf(singleRequests(delivery, made, { ...asked, shape: 'none' }))).toThrow(
      TypeError,
    );
  });
});
