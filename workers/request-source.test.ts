import { describe, expect, it } from 'vitest';
import { echoOperation } from '../tests/support/product.ts';
import type { OperationDescription } from '../workloads/description.ts';
import { nextOf, requestSource } from './request-source.ts';

/** A driver that notes what it was to prepare. */
function setUp(varies: boolean) {
  const made: number[] = [];
  const encoded: unknown[] = [];
  const source = requestSource(
    {
      prepare: (operation, message) => {
        encoded.push(message.number);
        return { operation };
      },
    },
    {
      operation: echoOperation,
      varies,
      request: (sequence) => {
        made.push(sequence);
        return { number: sequence };
      },
    },
    { first: 4, step: 3 },
  );
  return { source, made, encoded };
}

describe('requests', () => {
  it('that do not vary are made and encoded once', () => {
    const { source, made, encoded } = setUp(false);
    const first = nextOf(source);
    source.prepareNext();
    expect(nextOf(source)).toBe(first);
    expect([made, encoded]).toEqual([[4], [4]]);
    expect(source.varies).toBe(false);
  });

  it('that vary have the numbers of their worker, each once', () => {
    const { source, made, encoded } = setUp(true);
    expect(source.varies).toBe(true);
    expect(made).toEqual([]);
    const numbers = [nextOf(source), nextOf(source), nextOf(source)].map(({ message }) => message);
    expect(numbers).toEqual([{ number: 4 }, { number: 7 }, { number: 10 }]);
    expect(encoded).toEqual([4, 7, 10]);
  });

  it('that are streams are refused by a driver that has no streams', () => {
    const collect = { ...echoOperation, stream: 'request' } as const;
    const requests = { operation: collect, varies: false, request: () => ({}) };
    const places = { first: 0, step: 1 };
    const plain = { prepare: () => ({ operation: collect }) };
    expect(() => requestSource(plain, requests, places)).toThrow('cannot be sent');
    const sent: unknown[] = [];
    const streaming = {
      ...plain,
      prepareStream: (operation: OperationDescription, messages: () => Iterable<unknown>) => {
        sent.push(...messages(), ...messages());
        return { operation };
      },
    };
    const parts = () => [{ part: 1 }, { part: 2 }];
    requestSource(streaming, { ...requests, stream: parts }, places);
    expect(sent).toEqual([{ part: 1 }, { part: 2 }, { part: 1 }, { part: 2 }]);
  });

  it('that vary can be made ahead, one at a time', () => {
    const { source, made } = setUp(true);
    source.prepareNext();
    source.prepareNext();
    expect(made).toEqual([4]);
    expect(nextOf(source).message).toEqual({ number: 4 });
    expect(nextOf(source).message).toEqual({ number: 7 });
  });
});
