import { hrtime } from 'node:process';
import { describe, expect, it } from 'vitest';
import type { AgentBeat } from '../../contracts/machines.ts';
import type { WatchedLook } from '../run/watched-records.ts';
import { Clocks } from './clocks.ts';
import { reportLook } from './watched-look.ts';

const facts = {
  ...{ name: 'north', wirebench: '1', node: '24', os: 'Linux', cpu: 'any', cores: 4 },
  ...{ memoryBytes: 8e9, threads: 3, watching: { parts: [], missing: [] } },
};

/** A look that many milliseconds ago, by the clock of a machine that is an hour ahead. */
function beatOf(agoMs: number): AgentBeat {
  const watched = {
    at: String(hrtime.bigint() - BigInt(agoMs) * 1_000_000n + hour),
    ...{ cpuCores: 1, memoryBytes: 1000, receivedPerSecond: 0, sentPerSecond: 0, sockets: 5 },
    parts: [],
  };
  return { facts, lease: null, loading: false, watched };
}

const hour = 3_600_000_000_000n;

/** Clocks that answer when the test says so, and what was reported of looks. */
function asked() {
  const answers: PromiseWithResolvers<bigint>[] = [];
  const clocks = new Clocks(() => {
    const answer = Promise.withResolvers<bigint>();
    answers.push(answer);
    return answer.promise;
  });
  const reported: WatchedLook[] = [];
  const hear = (agoMs: number) =>
    reportLook(clocks, 'a', beatOf(agoMs), (look) => reported.push(look));
  return { clocks, answers, reported, hear };
}

describe('a look at another machine', () => {
  it('is reported once its clock was compared, in order, at the time that it was taken', async () => {
    const { answers, reported, hear } = asked();
    const heard = [hear(2000), hear(1000)];
    expect(reported).toEqual([]);
    expect(answers).toHaveLength(1);
    answers[0]?.resolve(hrtime.bigint() + hour);
    await Promise.all(heard);
    const now = performance.now();
    for (const [place, ago] of [2000, 1000].entries()) {
      const { atMs = 0, clockErrorMs } = reported[place] ?? {};
      expect(clockErrorMs).toBeGreaterThan(0);
      expect(now - atMs).toBeGreaterThan(ago - (clockErrorMs ?? 0));
      expect(now - atMs).toBeLessThan(ago + 1000);
    }
    // Known by now: reported at once.
    void hear(0);
    expect(reported).toHaveLength(3);
    expect(answers).toHaveLength(1);
  });

  it('does not keep its clock from being looked at more closely', async () => {
    const { clocks, answers, reported, hear } = asked();
    const heard = hear(0);
    answers[0]?.resolve(hrtime.bigint() + hour);
    await heard;
    void clocks.renew(() => ['a']);
    expect(answers).toHaveLength(2);
    expect(reported).toHaveLength(1);
  });

  it('has the time at which it was heard where its machine does not report its own, and asks again', async () => {
    const { answers, reported, hear } = asked();
    const before = performance.now();
    const heard = hear(0);
    const after = performance.now();
    answers[0]?.reject(new Error('no answer'));
    await heard;
    expect(reported[0]?.clockErrorMs).toBeNull();
    expect(reported[0]?.atMs).toBeGreaterThanOrEqual(before);
    expect(reported[0]?.atMs).toBeLessThanOrEqual(after);
    void hear(0);
    expect(answers).toHaveLength(2);
  });

  it('is none of a machine that does not watch', async () => {
    const { clocks, answers, reported } = asked();
    await reportLook(clocks, 'a', { facts, lease: null, loading: false }, (look) =>
      reported.push(look),
    );
    expect(reported).toEqual([]);
    expect(answers).toEqual([]);
  });
});
