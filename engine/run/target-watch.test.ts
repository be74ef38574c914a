import { expect, it } from 'vitest';
import type { ErrorKind } from '../../contracts/error-kinds.ts';
import { tick } from '../../tests/support/ticks.ts';
import { TargetWatch } from './target-watch.ts';

const answered = (at: number) => tick('measured', at, at + 250, [1000]);
const failing = (at: number, kind: ErrorKind, count: number) =>
  tick('measured', at, at + 250, [], {
    failed: count,
    errors: [{ kind, code: 'X', count, message: 'connect ECONNREFUSED' }],
  });
const watchOf = (...ticks: ReturnType<typeof tick>[]) => {
  const watch = new TargetWatch();
  for (const one of ticks) watch.add(one);
  return watch;
};

it('says when a target stopped accepting connections', () => {
  const watch = watchOf(answered(0), failing(250, 'connect', 4), failing(500, 'connect', 8));
  expect(watch.lost(10)).toMatchObject({ code: 'TARGET_LOST' });
  expect(watch.lost(10)?.message).toContain('0.3 s into the trial: from then on 12 attempts');
});

it('treats neither a pause nor single refusals as a loss', () => {
  const back = watchOf(answered(0), failing(250, 'connect', 40), answered(500));
  expect(back.lost(10)).toBeNull();
  expect(watchOf(answered(0), failing(250, 'connect', 40)).lost(10)).toBeNull();
  const few = watchOf(answered(0), failing(250, 'connect', 4), failing(500, 'connect', 4));
  expect(few.lost(10)).toBeNull();
});

it('reports refused connections during a trial, also from its start', () => {
  const watch = watchOf(answered(0), failing(250, 'connect', 4), failing(500, 'connect', 8));
  expect(watch.refusal(10)).toBe(
    'The target has accepted no connection for 0.5 s, since 0.3 s into the trial: 12 attempts failed (connect ECONNREFUSED).',
  );
  const never = watchOf(failing(0, 'connect', 40), failing(250, 'connect', 40));
  expect(never.refusal(1)).toBe(
    'The target has accepted no connection from the start: 80 attempts failed (connect ECONNREFUSED).',
  );
  expect(watchOf(answered(0), failing(250, 'connect', 40)).refusal(10)).toBeNull();
});

it('ignores a target that never answered, or that accepts connections and fails', () => {
  const never = watchOf(failing(0, 'connect', 40), failing(250, 'connect', 40));
  expect(never.lost(1)).toBeNull();
  const slow = watchOf(answered(0), failing(250, 'timeout', 40), failing(500, 'timeout', 40));
  expect(slow.lost(1)).toBeNull();
});
