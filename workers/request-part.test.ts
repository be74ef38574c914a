import { describe, expect, it } from 'vitest';
import { Histogram } from '../engine/stats/histogram.ts';
import { closedLoad } from '../tests/support/loads.ts';
import { mask } from '../workloads/own-service/secrets.ts';
import type { GroupPart } from '../workloads/workload.ts';
import type { Failure } from './drivers/driver.ts';
import { RequestPart, withoutTaken } from './request-part.ts';
import { Timeline } from './timeline.ts';
import { unchecked } from './verifier.ts';

const failure: Failure = { kind: 'status', code: '404', message: 'no tok-secret-1 here' };

/** A part of a mix or flow, with a window from 100 to 200 ms. */
function partOf({ take = null as GroupPart['take'], isSetUp = false, measured = true } = {}) {
  const timeline = new Timeline(closedLoad({ users: 1, warmUp: 100, duration: 100 }).segments);
  const requests = {} as GroupPart['requests'];
  const part = new RequestPart(
    { name: 'get', requests, take } as GroupPart,
    isSetUp,
    unchecked,
    measured ? timeline : null,
  );
  return { part, timeline };
}

/** Counts two answers and a failure, with a window that has begun or not. */
function counted({ part, timeline }: ReturnType<typeof partOf>, begun = true) {
  if (begun) timeline.advance();
  part.succeeded(2);
  part.succeeded(8);
  part.failed(failure);
  return part.end;
}

describe('a request of a mix or flow', () => {
  it('counts what the measured window has', () => {
    const end = counted(partOf());
    expect(end).toMatchObject({ name: 'get', ok: 2, failed: 1 });
    expect(end?.errors).toEqual([{ ...failure, count: 1 }]);
    const latency = new Histogram();
    if (end) latency.addData(end.latency);
    expect([latency.count, latency.percentile(100)]).toEqual([2, expect.closeTo(8000, -2)]);
    const before = counted(partOf(), false);
    expect(before).toMatchObject({ ok: 0, failed: 0, errors: [] });
  });

  it('counts nothing of set-up, and nothing where nothing is measured', () => {
    expect(counted(partOf({ isSetUp: true }))).toBeNull();
    expect(counted(partOf({ measured: false }))).toMatchObject({ ok: 0, failed: 0 });
  });

  it('takes values from an answer, or says why not', () => {
    const into: string[] = [];
    const take: GroupPart['take'] = (answer, taken) => {
      if (answer.broken) throw new TypeError('odd');
      if (answer.id === undefined) return 'no $.id';
      taken.push(String(answer.id));
      return null;
    };
    const { part } = partOf({ take });
    expect(part.takes).toBe(true);
    expect(part.take(() => ({ id: '7' }), into)).toBeNull();
    expect(into).toEqual(['7']);
    expect(part.take(() => ({}), into)).toMatchObject({
      ...{ kind: 'mismatch', code: 'NOT_TAKEN', message: 'no $.id' },
    });
    expect(part.take(() => ({ broken: true }), into)).toMatchObject({
      ...{ kind: 'mismatch', code: 'UNDECODABLE' },
    });
    expect([part.take(null, into), part.take(() => ({}), undefined)]).toEqual([null, null]);
    expect(partOf().part.takes).toBe(false);
    expect(partOf().part.take(() => ({}), into)).toBeNull();
  });

  it('is named in its failures', () => {
    const named = partOf().part.named(failure);
    expect({ ...named }).toEqual({ ...failure, message: `get: ${failure.message}` });
  });
});

it.each([
  [null, failure.message],
  [{ names: [], taken: [] }, failure.message],
  [{ names: ['token'], taken: ['tok-secret-1'] }, `no ${mask} here`],
  [{ names: ['id'], taken: ['here'] }, failure.message],
])('what was taken of %j is hidden in failures if it may be secret', (session, message) => {
  const { kind, code, message: said } = withoutTaken(failure, session);
  expect([kind, code, said]).toEqual(['status', '404', message]);
});
