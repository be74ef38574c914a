import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportBatch } from '../../contracts/machines.ts';
import { ReportOrder } from './report-order.ts';
import { ReportOutbox } from './report-outbox.ts';

type Item = ReportBatch['reports'][number];
const item = (stint: number): Item => ({ stint, report: { type: 'ready' } });

describe('reports over a line that loses and repeats', () => {
  it('arrive each once and in order, whatever is lost, repeated and delayed', async () => {
    /** What becomes of a batch: it arrives, is lost, or arrives though its sender is not told. */
    const fate = fc.constantFrom('kept', 'lost', 'kept, not told');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fate, { maxLength: 40 }),
        fc.array(fc.nat(1000), { maxLength: 60 }),
        async (count, fates, shuffles) => {
          const arrived: ReportBatch[] = [];
          const left = [...fates];
          const outbox = new ReportOutbox(
            async (batch) => {
              const what = left.shift() ?? 'kept';
              if (what !== 'lost') arrived.push(batch);
              if (what !== 'kept') throw new Error(what);
            },
            async () => undefined,
          );
          for (let number = 0; number < count; number++) {
            outbox.add(item(number));
            if (number % 7 === 0) await Promise.resolve();
          }
          await outbox.settled();
          // A stream may pass on again, and in any order, what it has passed on.
          for (const place of shuffles) {
            const again = arrived[place % arrived.length];
            if (again) arrived.splice(place % (arrived.length + 1), 0, again);
          }
          const heard: number[] = [];
          const order = new ReportOrder(({ stint }) => heard.push(stint));
          for (const batch of arrived) order.add(batch);
          expect(heard).toEqual(Array.from({ length: count }, (_, number) => number));
          expect(outbox.size).toBe(0);
        },
      ),
    );
  });

  it('wait for those before them', () => {
    const heard: number[] = [];
    const order = new ReportOrder(({ stint }) => heard.push(stint));
    order.add({ first: 2, reports: [item(2), item(3)] });
    expect(heard).toEqual([]);
    expect(order.isWhole).toBe(false);
    order.add({ first: 0, reports: [item(0)] });
    order.add({ first: 0, reports: [item(0), item(1)] });
    expect(heard).toEqual([0, 1, 2, 3]);
    expect(order.isWhole).toBe(true);
  });

  it('stay in the outbox once it is closed', async () => {
    let tries = 0;
    const outbox = new ReportOutbox(
      () => Promise.reject(new Error('nobody is there')),
      async () => {
        tries += 1;
        if (tries === 3) outbox.close();
      },
    );
    outbox.add(item(0));
    await outbox.settled();
    expect(outbox.size).toBe(1);
  });
});
