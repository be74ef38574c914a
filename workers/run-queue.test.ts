import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RunQueue } from './run-queue.ts';

const told = existsSync('/proc/thread-self/schedstat');

describe('RunQueue', () => {
  it('says nothing where the system does not', () => {
    const queue = new RunQueue();
    queue.close();
    expect(queue.take()).toEqual({});
  });

  it.runIf(told)('tells what was waited since the last time', () => {
    const queue = new RunQueue();
    onTestFinished(() => queue.close());
    expect(queue.take().waitMs).toBeGreaterThanOrEqual(0);
    expect(queue.take().waitMs).toBeLessThan(1000);
  });
});
