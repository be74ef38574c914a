import { describe, expect, it } from 'vitest';
import { addWaits, countWait, longWaitMs, noWaits, parseStolen, waitedMsOf } from './core-time.ts';

describe('the counters of Linux', () => {
  it('is the wait of a thread', () => {
    expect(waitedMsOf('81000000 5500000 12\n')).toBe(5.5);
    expect(waitedMsOf('unknown\n')).toBeNull();
  });

  it('is the time that the host of a virtual machine gave to others', () => {
    const text = 'cpu  100 5 40 900 30 1 4 8 0 0\ncpu0 1 2\n';
    expect(parseStolen(text)).toEqual({ worked: 150, stolen: 8 });
    expect(['cpu  100 5 40 900\n', ''].map(parseStolen)).toEqual([null, null]);
  });
});

describe('waits', () => {
  it('are counted in ranges, each twice the one before', () => {
    const waits = noWaits();
    for (const ms of [0, 0.124, 0.125, 0.249, 0.25, 3.9, 1e9]) countWait(waits, ms);
    expect(waits).toEqual([2, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(addWaits([waits, undefined, waits])?.[0]).toBe(4);
    expect(addWaits([undefined])).toBeNull();
  });

  it('ignore one or two accidents, and shares of at most one in 25', () => {
    const waits = noWaits();
    for (const ms of [0, 0, 40, 40]) countWait(waits, ms);
    expect(longWaitMs(waits)).toBe(0);
    countWait(waits, 40);
    expect(longWaitMs(waits)).toBe(32);
    for (let short = 5; short < 75; short++) countWait(waits, 0);
    expect(longWaitMs(waits)).toBe(32);
    countWait(waits, 0);
    expect(longWaitMs(waits)).toBe(0);
  });

  // Recorded with 20 users of a service that takes 10 ms, in 3 s each.
  it.each([
    [545, 9, 7, 4, 14, 53, 6],
    [585, 0, 3, 4, 7, 35, 1],
    [350, 2, 1, 1, 5, 22, 1],
    [336, 1, 5, 6, 5, 26, 2, 1],
  ])('beside a busy program on the same core are found: %d short ones', (...waits) => {
    expect(longWaitMs(waits)).toBe(2);
  });

  it.each([
    [484, 7, 18, 8, 10, 2, 1],
    [339, 2, 4, 10, 5, 3],
    [464, 1, 2, 3, 3, 3, 4],
    [271, 1, 1, 3, 4, 3, 1, 1, 1],
    [277, 0, 1, 4, 2, 1],
  ])('of a worker with its own core are not: %d short ones', (...waits) => {
    expect(longWaitMs(waits)).toBeLessThan(1);
  });
});
