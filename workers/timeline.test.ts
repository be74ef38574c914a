import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Stretch, Timeline, tickMs } from './timeline.ts';

/** All stretches up to `until`, the current one first. */
function stretches(timeline: Timeline, until: number): Stretch[] {
  const list = [timeline.current];
  while ((list.at(-1)?.end ?? until) < until) list.push(timeline.advance());
  return list;
}
const rows = (list: readonly Stretch[]) =>
  list.map(({ phase, start, end }) => `${phase} ${start}–${end}`);

describe('Timeline', () => {
  it('cuts warm-up, window and drain into ticks that end at their edges', () => {
    expect(rows(stretches(new Timeline(300, 600), 1400))).toEqual([
      'warm-up 0–250',
      'warm-up 250–300',
      'measured 300–550',
      'measured 550–800',
      'measured 800–900',
      'drain 900–1150',
      'drain 1150–1400',
    ]);
  });

  it('has stretches without gaps or overlaps, each in its phase', () => {
    const ms = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(ms, fc.option(fc.integer({ min: 1, max: 3000 })), (warmUp, duration) => {
        const timeline = new Timeline(warmUp, duration);
        const windowEnd = duration === null ? Number.POSITIVE_INFINITY : warmUp + duration;
        let before = 0;
        for (const { phase, start, end } of stretches(timeline, 7000)) {
          expect(start).toBe(before);
          expect(end - start).toBeGreaterThan(0);
          expect(end - start).toBeLessThanOrEqual(tickMs);
          const expected = start < warmUp ? 'warm-up' : start < windowEnd ? 'measured' : 'drain';
          expect(phase).toBe(expected);
          before = end;
        }
      }),
    );
  });

  it('measures without an end until enough was measured', () => {
    const timeline = new Timeline(0, null);
    expect(timeline.windowEnd).toBe(Number.POSITIVE_INFINITY);
    timeline.advance();
    timeline.closeWindow(310);
    expect(timeline.windowEnd).toBe(310);
    expect(rows(stretches(timeline, 700))).toEqual([
      'measured 250–310',
      'drain 310–560',
      'drain 560–810',
    ]);
  });

  it('has no window when it is stopped in the warm-up', () => {
    const timeline = new Timeline(1000, 5000);
    timeline.closeWindow(100);
    expect(timeline.windowEnd).toBe(timeline.windowStart);
    const list = stretches(timeline, 2000);
    expect(list[0]).toEqual({ phase: 'warm-up', start: 0, end: 100 });
    expect(list.some(({ phase }) => phase === 'measured')).toBe(false);
  });

  it('closes only once, and never later than it was to', () => {
    const timeline = new Timeline(0, 500);
    timeline.closeWindow(520);
    expect(timeline.windowEnd).toBe(500);
    timeline.closeWindow(400);
    timeline.closeWindow(450);
    expect(timeline.windowEnd).toBe(400);
  });

  it('leaves the drain alone', () => {
    const timeline = new Timeline(0, 100);
    timeline.advance();
    timeline.closeWindow(200);
    expect(timeline.current).toEqual({ phase: 'drain', start: 100, end: 350 });
    expect(timeline.windowEnd).toBe(100);
  });

  it('keeps a stretch whole when the window closes after its end', () => {
    const timeline = new Timeline(0, null);
    timeline.closeWindow(260);
    expect(rows(stretches(timeline, 300))).toEqual([
      'measured 0–250',
      'measured 250–260',
      'drain 260–510',
    ]);
  });
});
