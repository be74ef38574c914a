import type { CDPSession, Page } from 'playwright-core';
import { type TraceEvent, type UpdateCost, updateCosts } from './trace.ts';

/** Cost of the window during a run. */
export interface LiveCost {
  readonly updates: readonly UpdateCost[];
  /** Used heap after a full collection. */
  readonly heap: readonly { readonly seconds: number; readonly bytes: number }[];
}

/** One trace; short, so that its buffer never overflows, and collections in between stay out of it. */
const traceSeconds = 10;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Traces the page in stretches, each followed by a look at its heap. */
export async function measureLive(page: Page, seconds: number): Promise<LiveCost> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  const start = performance.now();
  const passed = () => (performance.now() - start) / 1000;
  const updates: UpdateCost[] = [];
  const heap: { seconds: number; bytes: number }[] = [];
  do {
    updates.push(...updateCosts(await trace(session)));
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    heap.push({ seconds: passed(), bytes: usedSize });
  } while (passed() < seconds);
  return { updates, heap };
}

async function trace(session: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const take = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  session.on('Tracing.dataCollected', take);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', '__metadata'],
      excludedCategories: ['*'],
    },
  });
  await pause(traceSeconds * 1000);
  const complete = new Promise<void>((resolve) => {
    session.once('Tracing.tracingComplete', () => resolve());
  });
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', take);
  return events;
}
