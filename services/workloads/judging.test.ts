import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import { messageOf } from '../../tests/support/sampler.ts';
import type { Message, Value } from '../../workloads/description.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { workloadOf } from '../../workloads/registry.ts';
import type { ShapeRequests, WorkloadSetup } from '../../workloads/workload.ts';
import type { Handler, OpenedWorkload, RequestStreamHandler } from './handlers.ts';
import { RefusedRequest } from './refusals.ts';
import { openWorkload } from './registry.ts';

/** Small, so that it can be answered often. */
const workloads = {
  inventory: {
    data: { sizes: { m: 3000, l: 5000 } },
    shapes: ['items-status:700', 'items-summary:2000', 'items-full:4000'],
  },
  store: {
    data: { bcryptCost: 4, users: 12, productEntities: 4, productsPerEntity: 2 },
    shapes: ['list-users:email:desc', 'list-users:role:asc', 'list-product-entities:name:desc'],
  },
  team: {
    data: { fileBytes: 5000, chunkBytes: 700, rowsRead: 10, rowsHeld: 20 },
    shapes: ['medium:5000', 'large:10', 'large-streamed:2000000'],
  },
} as const;
const names = Object.keys(workloads) as (keyof typeof workloads)[];

const setupOf = (name: keyof typeof workloads, more: object = {}) => {
  const data = workloadOf(name).data.parse(workloads[name].data);
  return { ...serviceSetupSchema.parse({ seed: 3, ...more }), data };
};

async function answerOf(opened: OpenedWorkload, asked: ShapeRequests, sequence: number) {
  const request = asked.request(sequence);
  const handler = opened.handlers[asked.operation.name];
  const answer =
    asked.operation.stream === 'request'
      ? await (handler as RequestStreamHandler)(inParts(asked.stream?.(sequence) ?? []))
      : await (handler as Handler)(request);
  return { request, answer };
}

async function* inParts(messages: Iterable<Message>): AsyncGenerator<Message> {
  yield* messages;
}

/**
 * The same answer with one changed value, or a list item left out.
 * @param free a field of the answer that the service may choose.
 */
function spoiled(answer: Message, pick: (choices: number) => number, free?: string): Message {
  const fields = Object.keys(answer).filter((name) => name !== free);
  const name = fields[pick(fields.length)] ?? '';
  const value = answer[name] ?? '';
  return { ...answer, [name]: spoiledValue(value, pick) };
}

function spoiledValue(value: Value, pick: (choices: number) => number): Value {
  if (Array.isArray(value)) {
    const at = pick(value.length);
    if (value.length === 0) return [{}];
    if (pick(2) === 0) return value.toSpliced(at, 1);
    return value.with(at, spoiledValue(value[at], pick));
  }
  switch (typeof value) {
    case 'string':
      return pick(2) === 0 ? `${value}x` : value.slice(1) || 'x';
    case 'number':
      return value + 1 + pick(3);
    case 'boolean':
      return !value;
    default:
      return value instanceof Uint8Array ? value : spoiled(value as Message, pick);
  }
}

describe.each(names)('the workload %s', (name) => {
  const workload = workloadOf(name);
  const shapes = [...workload.shapes.map((shape) => shape.name), ...workloads[name].shapes];
  let opened: OpenedWorkload;
  beforeAll(async () => {
    opened = await openWorkload(name, setupOf(name));
  });
  afterAll(() => opened.stop());

  it.each(shapes)('answers %s so that the judge accepts it, in canonical form', async (shape) => {
    const asked = workload.requestsOf(shape, setupOf(name));
    expect(asked.operation).toBe(workload.operationOf(shape));
    for (let sequence = 0; sequence < (asked.varies ? 30 : 2); sequence++) {
      const { request, answer } = await answerOf(opened, asked, sequence);
      expect(asked.judge(request, answer)).toBeNull();
      expect(canonicalMessage(asked.operation.request, request)).toEqual(request);
      expect(canonicalMessage(asked.operation.response, answer)).toEqual(answer);
    }
  });

  it.each(shapes.filter((shape) => shape !== 'xs'))(
    'rejects a damaged answer to %s',
    async (shape) => {
      const asked = workload.requestsOf(shape, setupOf(name, { text: 'multibyte' }));
      const own = await openWorkload(name, setupOf(name, { text: 'multibyte' }));
      const { request, answer } = await answerOf(own, asked, 7);
      expect(asked.judge(request, answer)).toBeNull();
      const free = shape === 'create-user' ? 'id' : undefined;
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
          const pick = (choices: number) => Number(numbers.next().value) % Math.max(1, choices);
          expect(asked.judge(request, spoiled(answer, pick, free))).toMatch(/^The answer /);
        }),
      );
      await own.stop();
    },
  );

  it.each(shapes.filter((shape) => shape !== 'xs'))('judges any answer to %s', (shape) => {
    const asked = workload.requestsOf(shape, setupOf(name));
    fc.assert(
      fc.property(messageOf(asked.operation.response), (answer) => {
        expect(asked.judge(asked.request(0), answer)).toMatch(/^The answer /);
      }),
    );
  });

  it('has equal requests and answers for one seed, different ones for another', async () => {
    for (const shape of shapes.filter((one) => one !== 'xs')) {
      const made = await Promise.all(
        [1, 1, 2].map(async (seed) => {
          const setup: WorkloadSetup = setupOf(name, { seed });
          const own = await openWorkload(name, setupOf(name, { seed }));
          const both = await answerOf(own, workload.requestsOf(shape, setup), 0);
          await own.stop();
          return both;
        }),
      );
      expect(made[1]).toEqual(made[0]);
      // The study's own request is fixed.
      if (shape !== 'short') expect(made[2]).not.toEqual(made[0]);
    }
  });

  it('answers or refuses any message', async () => {
    for (const operation of Object.values(workload.description.operations)) {
      const handler = opened.handlers[operation.name];
      await fc.assert(
        fc.asyncProperty(messageOf(operation.request), async (message) => {
          try {
            const answer =
              operation.stream === 'request'
                ? await (handler as RequestStreamHandler)(inParts([message, message]))
                : await (handler as Handler)(message);
            expect(canonicalMessage(operation.response, answer)).toEqual(answer);
          } catch (error) {
            expect(error).toBeInstanceOf(RefusedRequest);
          }
        }),
        { numRuns: 60 },
      );
    }
  });
});
