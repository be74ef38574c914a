import { describe, expect, it } from 'vitest';
import { pauseOf } from './pause.ts';

describe('pauseOf', () => {
  it('answers immediately without a pause', () => {
    let answered = false;
    pauseOf(0)(() => {
      answered = true;
    });
    expect(answered).toBe(true);
  });

  it.each([0.4, 3, 12.5])(
    'delays every answer by at least %d ms and keeps their order',
    async (ms) => {
      const pause = pauseOf(ms);
      const order: number[] = [];
      const held = [0, 1, 2].map((index) => {
        const start = performance.now();
        return new Promise<number>((resolve) =>
          pause(() => {
            order.push(index);
            resolve(performance.now() - start);
          }),
        );
      });
      expect(Math.min(...(await Promise.all(held)))).toBeGreaterThanOrEqual(ms);
      expect(order).toEqual([0, 1, 2]);
    },
  );

  it('accepts an answer while others are released', async () => {
    const pause = pauseOf(1);
    const inner = new Promise<string>((resolve) => pause(() => pause(() => resolve('inner'))));
    await expect(inner).resolves.toBe('inner');
  });
});
