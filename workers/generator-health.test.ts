import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { busyShare, GeneratorHealth } from './generator-health.ts';

describe('busyShare', () => {
  it.each([
    [{ active: 250, idle: 750 }, 0, 0.25],
    [{ active: 1000, idle: 0 }, 900, 0.1],
    [{ active: 100, idle: 100 }, 101, 0],
    [{ active: 0, idle: 0 }, 0, 0],
  ])('of %j with %d ms of turning is %d', (loop, turned, share) => {
    expect(busyShare(loop, turned)).toBeCloseTo(share, 12);
  });
});

describe('GeneratorHealth', () => {
  let health: GeneratorHealth;
  afterEach(() => health.close());

  const burn = (ms: number) => {
    for (const start = performance.now(); performance.now() - start < ms; );
  };

  it('reports a busy thread as busy, unless it was busy waiting', async () => {
    health = new GeneratorHealth();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await turn();
    health.take();
    burn(50);
    await turn();
    const busy = health.take();
    expect(busy.eventLoopUtilization).toBeGreaterThan(0.5);
    expect(busy.cpuSeconds).toBeGreaterThan(0);
    burn(50);
    health.turned(50);
    await turn();
    expect(health.take().eventLoopUtilization).toBeLessThan(busy.eventLoopUtilization);
    // Time already deducted is not deducted again.
    burn(20);
    await turn();
    expect(health.take().eventLoopUtilization).toBeGreaterThan(0.5);
  });
});
