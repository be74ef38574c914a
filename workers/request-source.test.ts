import { describe, expect, it } from 'vitest';
import { echoOperation } from '../tests/support/product.ts';
import type { Message, OperationDescription } from '../workloads/description.ts';
import { RowsUsedUp } from '../workloads/own-service/rows.ts';
import type { GroupPart, ShapeRequests } from '../workloads/workload.ts';
import { inTurns, type Turns } from './pacing/turns.ts';
import { RequestPart } from './request-part.ts';
import { type Issuer, nextOf, requestSource } from './request-source.ts';
import { unchecked } from './verifier.ts';

/** A driver that records prepared requests. */
function setUp(varies: boolean, turns?: Turns, mayWait = false) {
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
      mayWait,
      request: (sequence) => {
        made.push(sequence);
        return { number: sequence };
      },
    },
    { first: 4, step: 3, turns },
  );
  return { source, made, encoded };
}

describe('requests', () => {
  it('that do not vary are created and encoded once', () => {
    const { source, made, encoded } = setUp(false);
    const first = nextOf(source);
    source.prepareNext();
    expect(nextOf(source)).toBe(first);
    expect([made, encoded]).toEqual([[4], [4]]);
    expect(source.varies).toBe(false);
  });

  it('that vary have the numbers of their worker’s turns', () => {
    // The first of all has number 2.
    const { source, made } = setUp(true, inTurns([2, 3, 4], 5));
    for (let count = 0; count < 5; count++) nextOf(source);
    expect(made.slice(0, 5)).toEqual([4, 5, 6, 9, 10]);
  });

  it('that vary use each number of their worker once', () => {
    const { source, made, encoded } = setUp(true);
    expect(source.varies).toBe(true);
    expect(made).toEqual([]);
    source.prepareNext();
    source.prepareNext();
    expect(made).toEqual([4]);
    const numbers = [nextOf(source), nextOf(source), nextOf(source)].map(({ message }) => message);
    expect(numbers).toEqual([{ number: 4 }, { number: 7 }, { number: 10 }]);
    expect(encoded).toEqual([4, 7, 10]);
  });

  it('that may be prepared early are created in batches, and sent in order', () => {
    const { source, made } = setUp(true, undefined, true);
    source.prepareNext();
    const ahead = made.length;
    expect(ahead).toBeGreaterThan(1);
    const sent = Array.from({ length: 3 * ahead }, () => nextOf(source).message.number);
    expect(sent).toEqual(made);
    expect(sent).toEqual(sent.map((_, index) => 4 + 3 * index));
    source.prepareNext();
    expect(made).toHaveLength(4 * ahead);
  });

  it('that are streams are refused by a driver without streams', () => {
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
});

describe('the requests of a group', () => {
  const member = (name: string, varies: boolean): ShapeRequests => ({
    operation: { ...echoOperation, name },
    varies,
    request: (sequence, by) => ({ name, sequence, ...by }) as unknown as Message,
    sameLength: false,
    judge: () => null,
  });
  const driver = { prepare: (operation: OperationDescription) => ({ operation }) };
  const groupOf = (group: NonNullable<ShapeRequests['group']>) => ({
    ...member('whole', true),
    group,
  });
  const part = (name: string, varies = true, take: GroupPart['take'] = null): GroupPart => ({
    name,
    requests: member(name, varies),
    take,
  });
  const partsOf = (parts: readonly GroupPart[], setUps = 0) =>
    parts.map((one, index) => new RequestPart(one, index < setUps, unchecked, null));
  type Flow = Extract<NonNullable<ShapeRequests['group']>, { kind: 'flow' }>;
  /** A flow with set-up of its first part, if there are several, which takes an `id`. */
  const flowOf = (parts: readonly GroupPart[], more: Partial<Flow> = {}) => {
    const setUps = parts.length > 1 ? 1 : 0;
    const base = { kind: 'flow', parts, setUps, taken: ['id'], shared: [''] } as const;
    return groupOf({ ...base, claims: () => undefined, ...more });
  };
  const issuer = (user: number): Issuer => ({ user, iteration: 0, session: null });

  it('are chosen by number in a mix, and created once if they do not vary', () => {
    const parts = [part('a'), part('b', false)];
    const mix = groupOf({ kind: 'mix', parts, pick: (sequence) => sequence % 2 });
    const source = requestSource(driver, mix, { first: 0, step: 1 }, partsOf(parts));
    const issued = [0, 1, 2, 3].map(() => nextOf(source));
    expect(issued.map(({ message }) => message.name)).toEqual(['a', 'b', 'a', 'b']);
    expect(issued[1]?.prepared).toBe(issued[3]?.prepared);
    expect(source.following(issuer(0))).toBeNull();
  });

  it('are sequential in a flow, with set-up once for each user', () => {
    const parts = [part('login'), part('one'), part('two')];
    let claimed = 0;
    const claims = () => {
      if (claimed === 5) throw new RowsUsedUp('no rows');
      return [claimed++];
    };
    const flow = flowOf(parts, { claims });
    const source = requestSource(driver, flow, { first: 3, step: 2 }, partsOf(parts, 1));
    const [first, second] = [issuer(0), issuer(1)];
    const names: unknown[] = [];
    const iterate = (by: typeof first) => {
      for (let next = source.next(by); next; next = source.following(by)) {
        const { name, sequence, user, iteration, step, claims: rows } = next.message;
        names.push([name, sequence, user, iteration, step, rows].join(' '));
      }
    };
    for (const by of [first, second, first]) iterate(by);
    expect(names).toEqual([
      ...['login 3 0 0 0 0', 'one 3 0 0 1 0', 'two 3 0 0 2 0'],
      ...['login 5 1 0 0 1', 'one 5 1 0 1 1', 'two 5 1 0 2 1'],
      ...['one 7 0 1 1 2', 'two 7 0 1 2 2'],
    ]);
    // A user whose set-up failed repeats it.
    const third = issuer(2);
    expect(source.next(third)?.message.name).toBe('login');
    expect(source.next(third)?.message.name).toBe('login');
    expect(source.next(third)).toBeNull();
    expect(source.usedUp).toBe('no rows');
  });

  it('start with shared values, and keep each userâs own', () => {
    const parts = [part('one')];
    const flow = flowOf(parts, { taken: ['token', 'id'], shared: ['all', ''] });
    const source = requestSource(driver, flow, { first: 0, step: 1 }, partsOf(parts));
    const [first, second] = [issuer(0), issuer(1)];
    expect(source.next(first)?.message.taken).toEqual(['all', '']);
    first.session?.taken.splice(0, 2, 'own', '7');
    expect(source.next(second)?.message.taken).toEqual(['all', '']);
    expect(source.next(first)?.message.taken).toEqual(['own', '7']);
  });

  it('repeat set-up if a request cannot be created from the taken values', () => {
    const parts = [part('login'), part('one')];
    const flow = flowOf(parts);
    let isWord = false;
    const picky = {
      prepare: (operation: OperationDescription) => {
        if (isWord && operation.name === 'one') throw new TypeError('expected a number');
        return { operation };
      },
    };
    const source = requestSource(picky, flow, { first: 0, step: 1 }, partsOf(parts, 1));
    const user = issuer(0);
    const names = () => [source.next(user), source.following(user)].map((one) => one?.message.name);
    expect(names()).toEqual(['login', 'one']);
    isWord = true;
    expect(source.next(user)?.message.name).toBe('login');
    expect(() => source.following(user)).toThrow('expected a number');
    expect(source.next(user)?.message.name).toBe('login');
    isWord = false;
    expect(source.following(user)?.message.name).toBe('one');
    expect(source.next(user)?.message.name).toBe('one');
  });
});
