import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueQueue } from './due-queue.ts';

it('returns due items by moment, and simultaneous ones in insertion order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat(9), (moments, now) => {
      const queue = new DueQueue();
      const items = moments.map((atMs, turn) => ({ atMs, turn, act: () => undefined }));
      for (const item of items) queue.add(item);
      const taken = [];
      for (let due = queue.take(now); due; due = queue.take(now)) taken.push(due);
      const wanted = items.filter(({ atMs }) => atMs <= now);
      expect(taken).toEqual(wanted.toSorted((a, b) => a.atMs - b.atMs || a.turn - b.turn));
      expect(queue.size).toBe(items.length - wanted.length);
      expect(queue.nextMs).toBe(
        items.length === wanted.length ? null : Math.min(...moments.filter((ms) => ms > now)),
      );
    }),
  );
});
