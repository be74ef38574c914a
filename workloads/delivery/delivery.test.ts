import { describe, expect, it } from 'vitest';
import type { PlanForm } from '../../contracts/experiment/plan-load.ts';
import { type Protocol, protocols, textKindSchema } from '../../contracts/words.ts';
import { deliveryHandlers } from '../../services/workloads/delivery.ts';
import type { Message } from '../description.ts';
import { batchesOf } from '../plan-batches.ts';
import { planDoc, planNotIn, planOf } from '../plans.ts';
import { fieldsOf, type WorkloadSetup } from '../workload.ts';
import { type DeliveryData, deliveryDataSchema } from './data.ts';
import { deliveryWorkload } from './delivery.ts';
import { deliveryAnswers } from './messages.ts';

function setupOf(
  data: Record<string, unknown> = {},
  setup: Partial<WorkloadSetup> = {},
): WorkloadSetup {
  const all = deliveryDataSchema.parse(data);
  return { text: 'ascii', seed: 1, fields: 'full', dates: 'full', ...setup, data: all };
}

/** Runs an iteration with the handlers as the service; @returns the number of requests in each batch. */
function iterate(name: string, form: PlanForm, setup: WorkloadSetup, protocol: Protocol = 'rest') {
  const handlers: Record<string, (request: Message) => Message> = {
    ...deliveryHandlers(setup),
  };
  handlers.unrelated = ({ userId = '', distributionCentreId = '', tripId = '' }) => ({
    user: handlers.user?.({ id: userId }) ?? {},
    distributionCentre: handlers.centre?.({ id: distributionCentreId }) ?? {},
    deliveryIds: handlers['delivery-ids']?.({ id: tripId }) ?? {},
  });
  const batches = batchesOf(planOf(deliveryWorkload, name, protocol, setup), form, 0);
  const sizes: number[] = [];
  let step = batches.next();
  while (!step.done) {
    sizes.push(step.value.length);
    const answers = step.value.map(({ operation, request, judge }) => {
      const answer = handlers[operation.name]?.(request) ?? {};
      expect(judge(answer)).toBeNull();
      return answer;
    });
    step = batches.next(answers);
  }
  return sizes;
}

/** Number of requests of use case 2.B: the trips, the ids of each, the deliveries, their users. */
function requestsOf2b({ trips, deliveries, customers, repeatedUsers }: DeliveryData): number {
  return 1 + trips + deliveries + (repeatedUsers === 'once' ? customers : deliveries);
}

describe('use case 2.B', () => {
  it('is exactly 30 requests: four round trips when staged, thirty when sequential', () => {
    expect(iterate('case-2b', 'staged', setupOf())).toEqual([1, 5, 12, 12]);
    expect(iterate('case-2b', 'sequential', setupOf())).toEqual(Array(30).fill(1));
    expect(iterate('case-2b', 'parallel', setupOf())).toEqual([1, 5, 12, 12]);
    // Each user once, if the data ask for it.
    expect(iterate('case-2b', 'staged', setupOf({ repeatedUsers: 'once' }))).toEqual([1, 5, 12, 9]);
  });

  it.each([
    { trips: 1, deliveries: 14, customers: 14 },
    { trips: 9, deliveries: 10, customers: 4 },
    { trips: 40, deliveries: 200, customers: 60, repeatedUsers: 'once' },
  ])('sends as many requests as its data imply: %o', (data) => {
    const setup = setupOf(data);
    const requests = iterate('case-2b', 'staged', setup).reduce((sum, size) => sum + size, 0);
    expect(requests).toBe(requestsOf2b(deliveryDataSchema.parse(data)));
  });

  it('is one request of nested selections in GraphQL', () => {
    expect(iterate('case-2b', 'staged', setupOf(), 'graphql')).toEqual([1]);
  });
});

describe('the other use cases', () => {
  it.each([
    ['case-1-user', 'staged', [1]],
    ['case-1-delivery', 'staged', [1]],
    ['case-2a', 'staged', [1]],
    ['case-3a', 'staged', [3]],
    ['case-3a', 'sequential', [1, 1, 1]],
    ['case-3b', 'staged', [1, 1, 1]],
    ['case-3b', 'parallel', [3]],
  ] as const)('%s, %s', (name, form, sizes) => {
    for (const protocol of protocols) {
      expect(iterate(name, form, setupOf(), protocol)).toEqual(sizes);
    }
  });

  it('has three root fields in one document in GraphQL only', () => {
    expect(iterate('case-3-one-document', 'staged', setupOf(), 'graphql')).toEqual([1]);
    expect(planNotIn(deliveryWorkload, 'case-3-one-document')).not.toContain('graphql');
    expect(planNotIn(deliveryWorkload, 'case-3-one-document')).toHaveLength(protocols.length - 1);
  });
});

describe('a plan written as stages of shapes', () => {
  it('sends the shapes of a stage together', () => {
    const plan = 'user+delivery/trips';
    expect(iterate(plan, 'staged', setupOf())).toEqual([2, 1]);
    expect(iterate(plan, 'parallel', setupOf())).toEqual([3]);
    expect(planDoc(deliveryWorkload, plan)).toBe('user and delivery, then trips');
  });

  it('knows its shapes', () => {
    expect(planDoc(deliveryWorkload, 'user+parcel')).toBeNull();
    expect(planDoc(deliveryWorkload, 'user//trips')).toBeNull();
    expect(planNotIn(deliveryWorkload, 'user/unrelated')).toContain('rest');
  });
});

describe('the data', () => {
  const shapes = deliveryWorkload.shapes.map(({ name }) => name).filter((it) => it !== 'unrelated');

  it.each(shapes)('the service answers %s as the contract expects, whatever the setup', (shape) => {
    for (const text of textKindSchema.options) {
      for (const fields of ['full', 'reduced'] as const) {
        for (const dates of ['full', 'date-only'] as const) {
          const setup = setupOf({ days: 2 }, { text, fields, dates, seed: 7 });
          const { operation, request, judge } = deliveryWorkload.requestsOf(shape, setup);
          const handlers: Record<string, (request: Message) => Message> = deliveryHandlers(setup);
          const answer = handlers[operation.name]?.(request(0));
          expect(answer && judge(request(0), answer)).toBeNull();
        }
      }
    }
  });

  it('reports the first difference of a wrong answer', () => {
    const setup = setupOf();
    const { request, judge } = deliveryWorkload.requestsOf('overview', setup);
    const answer = deliveryHandlers(setup).overview(request(0));
    const text = JSON.stringify(answer).replace('customer', 'stranger');
    expect(judge(request(0), JSON.parse(text))).toMatch(
      /trips\[0\]\.deliveries\[0\]\.user\.contactEmail/,
    );
    expect(judge(request(0), { trips: [] })).not.toBeNull();
  });

  it('has users of 24 fields, or of only the four that a client needs', () => {
    expect(deliveryAnswers.full.user.fields).toHaveLength(24);
    const { full, reduced } = deliveryAnswers;
    const names = reduced.user.fields.map(({ name }) => name);
    expect(names).toEqual(['userId', 'firstname', 'lastname', 'contactEmail']);
    expect(full.user.fields.filter(({ name }) => names.includes(name))).toEqual(
      reduced.user.fields,
    );
  });

  it('is reduced in GraphQL and gRPC unless the cell says otherwise', () => {
    const fields = protocols.map((protocol) => fieldsOf(deliveryWorkload, { protocol }));
    const reduced = protocols.filter((_, index) => fields[index] === 'reduced');
    expect(reduced).toEqual(['grpc', 'graphql']);
    expect(fieldsOf(deliveryWorkload, { protocol: 'grpc', fields: 'full' })).toBe('full');
  });

  it('is equal for equal seeds and differs for different ones', () => {
    const user = (seed: number) => deliveryHandlers(setupOf({}, { seed })).user({ id: 'U000003' });
    expect(user(5)).toEqual(user(5));
    expect(user(5)).not.toEqual(user(6));
  });

  it.each([
    { trips: 20 },
    { customers: 13 },
    { users: 5 },
    { centres: 100, days: 300, deliveries: 100 },
    { windows: 3 },
  ])('refuses settings that do not fit: %o', (data) => {
    expect(deliveryDataSchema.safeParse(data).success).toBe(false);
  });

  it('keeps all trips within the window of their day', () => {
    const setup = setupOf({ trips: 50, deliveries: 50 });
    const request = deliveryWorkload.requestsOf('trips', setup).request(0);
    expect(deliveryHandlers(setup).trips(request).trips).toHaveLength(50);
    const nextDay = { ...request, from: String(request.until), until: '2020-06-17' };
    expect(deliveryHandlers(setup).trips(nextDay).trips).toHaveLength(50);
    expect(() => deliveryHandlers(setup).trips({ ...request, from: 'soon' })).toThrow('from');
  });
});
