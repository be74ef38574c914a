import { expect, it } from 'vitest';
import type { Ask, EquivalenceMessage } from '../../../contracts/equivalence.ts';
import type { ErrorKind } from '../../../contracts/error-kinds.ts';
import { smallExperiment } from '../../../tests/support/experiments.ts';
import { experimentOf } from '../../../tests/support/read-experiment.ts';
import { makeCell } from '../../../tests/support/records.ts';
import { checkTrialTarget } from './check-target.ts';

const experiment = experimentOf(smallExperiment({ more: 'timeout: 10s' }));
const answered: EquivalenceMessage = { type: 'answered', answer: null };
const refused = (kind: ErrorKind): EquivalenceMessage => ({
  type: 'refused',
  failure: { kind, code: 'X', message: 'it failed' },
  operation: 'echo',
  request: {},
});

/** The checks of a run, each with a given answer. */
function checks() {
  const silent = new Map<string, number>();
  return async (reply: EquivalenceMessage, cell = makeCell()) => {
    const waited: number[] = [];
    const ask = async ({ timeoutMs }: Ask) => {
      waited.push(timeoutMs);
      return reply;
    };
    const address = { host: '127.0.0.1', port: 1, basePath: '', tls: null };
    const { signal } = new AbortController();
    const surroundings = { place: null, asker: { ask }, home: '', silent };
    const check = { experiment, cell, address, signal, ...surroundings };
    return { report: await checkTrialTarget(check), waited };
  };
}

it('the check of a target that was silent before waits as long once more, then briefly, and says so', async () => {
  const check = checks();
  const first = await check(refused('timeout'));
  expect(first.waited).toEqual([10_000]);
  expect(first.report?.code).toBe('TARGET_SILENT');
  expect((await check(refused('timeout'))).waited).toEqual([10_000]);
  const third = await check(refused('timeout'), makeCell({ users: 100 }));
  expect(third.waited).toEqual([2000]);
  expect(third.report?.message).toContain(
    'got no answer within 2 s; it did not answer before an earlier trial either.',
  );
});

it('the check of a target that was silent before measures a target that is back, with the full timeout again', async () => {
  const check = checks();
  await check(refused('timeout'));
  await check(refused('timeout'));
  expect(await check(answered)).toEqual({ report: null, waited: [2000] });
  expect((await check(refused('timeout'))).waited).toEqual([10_000]);
  expect((await check(answered)).waited).toEqual([10_000]);
});

it('the check of a target that was silent before does not affect other targets or shapes, or other failures', async () => {
  const check = checks();
  await check(refused('timeout'));
  await check(refused('status'));
  await check(refused('timeout'));
  expect((await check(refused('timeout'))).waited).toEqual([10_000]);
  expect((await check(answered, makeCell({ shape: 'typical' }))).waited).toEqual([10_000]);
  expect((await check(answered, makeCell({ protocol: 'grpc' }))).waited).toEqual([10_000]);
  expect((await check(answered, makeCell({ network: '100ms' }))).waited).toEqual([10_000]);
});
