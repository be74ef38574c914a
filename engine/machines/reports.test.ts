import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReportBatch, reportBatchSchema } from '../../contracts/machines.ts';
import { decodeMessage, encodeBatch, encodeMessage } from './objects.ts';
import { ReportOrder } from './report-order.ts';
import { ReportOutbox } from './report-outbox.ts';

type Item = ReportBatch['reports'][number];
const item = (stint: number): Item => ({ stint, report: { type: 'ready' } });
const encoded = (stint: number) => encodeMessage(item(stint));
const batchOf = (first: number, reports: readonly Buffer[]) =>
  reportBatchSchema.parse(decodeMessage(encodeBatch(first, reports)));

describe('reports over a line that loses and repeats', () => {
  it('arrive exactly once and in order, whatever is lost, repeated and delayed', async () => {
    /** Fate of a batch: it arrives, is lost, or arrives without the sender knowing. */
    const fate = fc.constantFrom('kept', 'lost', 'kept, unconfirmed');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fate, { maxLength: 40 }),
        fc.array(fc.nat(1000), { maxLength: 60 }),
        async (count, fates, shuffles) => {
          const arrived: ReportBatch[] = [];
          const left = [...fates];
          const outbox = new ReportOutbox(
            async (first, reports) => {
              const what = left.shift() ?? 'kept';
              if (what !== 'lost') arrived.push(batchOf(first, reports));
              if (what !== 'kept') throw new Error(what);
            },
            async () => undefined,
          );
          for (let number = 0; number < count; number++) {
            outbox.add(encoded(number));
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

  it('wait for earlier ones', () => {
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
      () => Promise.reject(new Error('no server is there')),
      async () => {
        tries += 1;
        if (tries === 3) outbox.close();
      },
    );
    outbox.add(encoded(0));
    await outbox.settled();
    expect(outbox.size).toBe(1);
  });

  it('are sent although they come at the moment the last one is stored', async () => {
    const kept: number[] = [];
    const outbox = new ReportOutbox(
      async (first, reports) => {
        for (const place of reports.keys()) kept.push(first + place);
      },
      async () => undefined,
    );
    for (let number = 0; number < 50; number++) {
      outbox.add(encoded(number));
      for (let turn = 0; turn < number % 9; turn++) await Promise.resolve();
    }
    await outbox.settled();
    expect(kept).toEqual(Array.from({ length: 50 }, (_, number) => number));
  });

  it('travel in batches that a message can hold', async () => {
    const batches: number[] = [];
    const outbox = new ReportOutbox(
      async (_, reports) => {
        batches.push(reports.reduce((sum, { length }) => sum + length, 0));
      },
      async () => undefined,
    );
    for (let number = 0; number < 40; number++) outbox.add(Buffer.alloc(300_000));
    outbox.add(Buffer.alloc(5_000_000));
    await outbox.settled();
    expect(batches.reduce((sum, bytes) => sum + bytes, 0)).toBe(17_000_000);
    expect(batches.filter((bytes) => bytes > 2 * 1024 * 1024)).toEqual([5_000_000]);
  });
});
