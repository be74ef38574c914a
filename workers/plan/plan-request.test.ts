import { expect, it } from 'vitest';
import { echoOperation } from '../../tests/support/product.ts';
import { scriptedRequest } from '../../tests/support/scripted-driver.ts';
import type { PlannedRequest } from '../../workloads/use-case.ts';
import type { Timed } from '../deadlines.ts';
import { PlanRequest, type RequestOutcome } from './plan-request.ts';

/** A request, with what it does to its pool and its deadlines, at a time by hand. */
function setUp(change: Partial<PlannedRequest> = {}) {
  const did: string[] = [];
  const outcomes: RequestOutcome[] = [];
  let now = 100;
  const of = (word: string) => (request: object) =>
    void did.push(`${word}${request === one ? '' : ' another'}`);
  const deadlines = { add: of('due'), remove: of('not due') as (request: Timed) => void };
  const pool = { dispatch: of('dispatch'), abandon: of('abandon'), release: of('release') };
  const one: PlanRequest = new PlanRequest({
    context: { deadlines: deadlines as never, now: () => now, timeoutMs: 70 },
    pool: pool as never,
    planned: { operation: echoOperation, request: {}, judge: () => null, ...change },
    prepared: scriptedRequest,
    ended: (outcome) => outcomes.push(outcome),
  });
  one.send();
  return { one, did, outcomes, at: (ms: number) => (now = ms) };
}
const failure = { kind: 'reset', code: 'ECONNRESET', message: 'token 5 lost' } as const;

it('waits from its sending to its hand-over, and ends with its answer', () => {
  const { one, did, outcomes, at } = setUp();
  expect([one.since, one.sent]).toEqual([100, false]);
  at(107);
  expect(one.handedOver()).toBe(true);
  expect(one.sent).toBe(true);
  at(130);
  one.succeeded(9, () => ({ id: '1' }));
  expect(outcomes).toEqual([{ endMs: 130, waitedMs: 7, answer: { id: '1' }, failure: null }]);
  expect(did).toEqual(['due', 'dispatch', 'not due', 'release']);
  // It has one outcome.
  one.failed(failure);
  one.abandon();
  expect(outcomes).toHaveLength(1);
});

it.each([
  [() => ({}), { judge: () => 'wrong id' }, 'CONTENT', 'wrong id'],
  [null, {}, 'UNDECODABLE', 'The answer cannot be decoded: the driver did not decode it'],
  [
    () => {
      throw new Error('no text');
    },
    {},
    'UNDECODABLE',
    'The answer cannot be decoded: no text',
  ],
])('fails with an answer that is not right: %#', (reply, change, code, message) => {
  const { one, outcomes, did } = setUp(change);
  one.succeeded(9, reply);
  const wrong = { kind: 'mismatch', code, message };
  expect(outcomes).toEqual([{ endMs: 100, waitedMs: 0, answer: null, failure: wrong }]);
  expect(did.slice(2)).toEqual(['not due', 'release']);
});

it('fails with its connection, without secrets', () => {
  const { one, outcomes, did, at } = setUp({ hidden: (text) => text.replace('5', '…') });
  at(120);
  one.failed(failure);
  const hidden = { ...failure, message: 'token … lost' };
  expect(outcomes).toEqual([{ endMs: 120, waitedMs: 0, answer: null, failure: hidden }]);
  expect(did.slice(2)).toEqual(['not due', 'release']);
});

it('fails when its time is over, and leaves its connection', () => {
  const { one, outcomes, did } = setUp();
  one.expired(170);
  const message = 'No complete answer within 70 ms';
  const late = { kind: 'timeout', code: 'TIMEOUT', message };
  expect(outcomes).toEqual([{ endMs: 170, waitedMs: 0, answer: null, failure: late }]);
  expect(did.slice(2)).toEqual(['abandon']);
});

it('is abandoned once, without an outcome', () => {
  const { one, outcomes, did } = setUp();
  one.attempting();
  one.withdrawn();
  one.abandon();
  one.abandon();
  one.failed(failure);
  expect(outcomes).toEqual([]);
  expect(did).toEqual(['due', 'dispatch', 'not due', 'abandon', 'not due', 'release']);
});
