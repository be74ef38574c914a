import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deadlines, type Timed } from './deadlines.ts';

class Item implements Timed {
  since = 0;
  earlier: Timed | null = null;
  later: Timed | null = null;
  listed = false;
  readonly expiredAt: number[] = [];
  expired(now: number): void {
    this.expiredAt.push(now);
  }
}

describe('Deadlines', () => {
  it('ends items older than the timeout, and nothing else', () => {
    const deadlines = new Deadlines(100);
    const items = [0, 50, 120].map((since) => Object.assign(new Item(), { since }));
    for (const item of items) deadlines.add(item);
    deadlines.expire(99);
    deadlines.expire(150);
    deadlines.expire(160);
    expect(items.map(({ expiredAt }) => expiredAt)).toEqual([[150], [150], []]);
    expect(items.map(({ listed }) => listed)).toEqual([false, false, true]);
  });

  it('matches a plain list of start times', () => {
    const actions = fc.array(
      fc.record({ what: fc.constantFrom('add', 'remove', 'expire'), who: fc.nat({ max: 5 }) }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(actions, (list) => {
        const deadlines = new Deadlines(10);
        const items = Array.from({ length: 6 }, () => new Item());
        const model = new Map<Item, number>();
        list.forEach(({ what, who }, now) => {
          const item = items[who] ?? new Item();
          if (what === 'add' && !model.has(item)) {
            item.since = now;
            model.set(item, now);
            deadlines.add(item);
          } else if (what === 'remove') {
            model.delete(item);
            deadlines.remove(item);
          } else if (what === 'expire') {
            deadlines.expire(now);
            for (const [one, since] of model) if (now - since >= 10) model.delete(one);
          }
          expect(items.filter(({ listed }) => listed)).toEqual(
            items.filter((one) => model.has(one)),
          );
        });
      }),
    );
  });
});
