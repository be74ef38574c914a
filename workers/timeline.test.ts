import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Segment, tickMs } from '../contracts/worker-messages.ts';
import { Timeline, type TimelinePart } from './timeline.ts';

/** All stretches up to `until`, starting with the current one. */
function stretches(timeline: Timeline, until: number): TimelinePart[] {
  const list = [timeline.current];
  while ((list.at(-1)?.end ?? until) < until) list.push(timeline.advance());
  return list;
}
const rows = (list: readonly TimelinePart[]) =>
  list.map(({ phase, start, end }) => `${phase} ${start}–${end}`);

/** A warm-up and a window, as in plain loads. */
const plain = (warmUp: number, duration: number | null) =>
  new Timeline([
    { phase: 'warm-up', round: null, untilMs: warmUp },
    { phase: 'measured', round: null, untilMs: duration === null ? null : warmUp + duration },
  ]);

describe('Timeline', () => {
  it('cuts warm-up, window and drain into ticks that end at their edges', () => {
    expect(rows(stretches(plain(300, 600), 1400))).toEqual([
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
        const timeline = plain(warmUp, duration);
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

  it('measures without an end until closed', () => {
    const timeline = plain(0, null);
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

  it('opens its window earlier, and closes it as much earlier', () => {
    const timeline = plain(60_000, 500);
    timeline.openSooner(500);
    expect([timeline.windowStart, timeline.windowEnd]).toEqual([500, 1000]);
    expect(rows(stretches(timeline, 1250))).toEqual([
      'warm-up 0–250',
      'warm-up 250–500',
      'measured 500–750',
      'measured 750–1000',
      'drain 1000–1250',
    ]);
  });

  it('opens at its next edge if notified too late, and closes with the others', () => {
    const timeline = plain(60_000, 1000);
    for (let tick = 0; tick < 3; tick++) timeline.advance();
    timeline.openSooner(500);
    expect([timeline.windowStart, timeline.windowEnd]).toEqual([1000, 1500]);
    expect(rows(stretches(timeline, 1500))).toEqual([
      'warm-up 750–1000',
      'measured 1000–1250',
      'measured 1250–1500',
    ]);
  });

  it('opens no later than planned, and earlier even if only requests end it', () => {
    const timeline = plain(1000, null);
    timeline.openSooner(1250);
    expect(timeline.windowStart).toBe(1000);
    timeline.openSooner(250);
    expect([timeline.windowStart, timeline.windowEnd]).toEqual([250, Number.POSITIVE_INFINITY]);
  });

  it('is extended after it opened earlier, and vice versa', () => {
    const timeline = plain(60_000, 500);
    timeline.extendWindow(61_500);
    timeline.openSooner(500);
    expect(timeline.windowEnd).toBe(2000);
    timeline.extendWindow(3000);
    expect(timeline.windowEnd).toBe(3000);
  });

  it('has no window when it is stopped in the warm-up', () => {
    const timeline = plain(1000, 5000);
    timeline.closeWindow(100);
    expect(timeline.windowEnd).toBe(timeline.windowStart);
    const list = stretches(timeline, 2000);
    expect(list[0]).toEqual({ phase: 'warm-up', round: null, start: 0, end: 100 });
    expect(list.some(({ phase }) => phase === 'measured')).toBe(false);
  });

  it('closes only once, and never later than planned', () => {
    const timeline = plain(0, 500);
    timeline.closeWindow(520);
    expect(timeline.windowEnd).toBe(500);
    timeline.closeWindow(400);
    timeline.closeWindow(450);
    expect(timeline.windowEnd).toBe(400);
  });

  it('leaves the drain alone', () => {
    const timeline = plain(0, 100);
    timeline.advance();
    timeline.closeWindow(200);
    expect(timeline.current).toEqual({ phase: 'drain', round: null, start: 100, end: 350 });
    expect(timeline.windowEnd).toBe(100);
  });

  it('keeps a stretch whole when the window closes after its end', () => {
    const timeline = plain(0, null);
    timeline.closeWindow(260);
    expect(rows(stretches(timeline, 300))).toEqual([
      'measured 0–250',
      'measured 250–260',
      'drain 260–510',
    ]);
  });

  it('cuts at the edges of all segments, and names their rounds', () => {
    const timeline = new Timeline([
      { phase: 'warm-up', round: 0, untilMs: 100 },
      { phase: 'measured', round: 0, untilMs: 400 },
      { phase: 'measured', round: 1, untilMs: 450 },
      { phase: 'measured', round: 2, untilMs: null },
    ]);
    expect([timeline.windowStart, timeline.windowEnd]).toEqual([100, Number.POSITIVE_INFINITY]);
    timeline.closeWindow(500);
    const list = stretches(timeline, 600);
    expect(list.map(({ phase, round, end }) => `${phase} ${round} –${end}`)).toEqual([
      'warm-up 0 –100',
      'measured 0 –350',
      'measured 0 –400',
      'measured 1 –450',
      'measured 2 –500',
      'drain null –750',
    ]);
  });

  it('continues with the drain when it is stopped before later segments', () => {
    const timeline = new Timeline([
      { phase: 'measured', round: 0, untilMs: 200 },
      { phase: 'measured', round: 1, untilMs: 5000 },
    ]);
    timeline.closeWindow(150);
    expect(rows(stretches(timeline, 300))).toEqual(['measured 0–150', 'drain 150–400']);
  });

  it('assigns every moment to its segment', () => {
    const segment = fc.record({
      phase: fc.constantFrom('warm-up' as const, 'measured' as const),
      length: fc.nat({ max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (list) => {
        let untilMs = 0;
        const segments: Segment[] = list.map(({ phase, length }, round) => {
          untilMs += length;
          return { phase, round, untilMs };
        });
        const timeline = new Timeline(segments);
        const found = stretches(timeline, untilMs + 300);
        const edges = new Set(found.map(({ end }) => end));
        for (const { untilMs: edge } of segments)
          expect(edges.has(edge ?? -1) || edge === 0).toBe(true);
        for (const { start, round, phase } of found) {
          const home = segments.find((one) => start < (one.untilMs ?? 0));
          expect([phase, round]).toEqual(home ? [home.phase, home.round] : ['drain', null]);
        }
      }),
    );
  });

  it('refuses segments that go back in time', () => {
    const back = [
      { phase: 'measured', round: 0, untilMs: 200 },
      { phase: 'measured', round: 1, untilMs: 100 },
    ] as const;
    expect(() => new Timeline([...back])).toThrow(RangeError);
  });

  it('has the same edges whenever it is notified of a later end', () => {
    const ms = fc.integer({ min: 1, max: 3000 });
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: 0, max: 11 }), (duration, more, after) => {
        const later = plain(100, duration);
        for (let step = 0; step < after; step++) {
          if (later.current.end < later.windowEnd) later.advance();
        }
        later.extendWindow(later.windowEnd + more);
        const { start } = later.current;
        const known = stretches(plain(100, duration + more), 7000);
        const rest = known.filter((stretch) => stretch.start >= start);
        expect(rows(stretches(later, 7000))).toEqual(rows(rest));
        expect(later.windowEnd).toBe(100 + duration + more);
      }),
    );
  });

  it('stays closed once it was closed early, and never ends sooner', () => {
    const timeline = plain(0, 1000);
    timeline.extendWindow(400);
    expect(timeline.windowEnd).toBe(1000);
    const endless = plain(0, null);
    endless.extendWindow(5000);
    expect(endless.windowEnd).toBe(Number.POSITIVE_INFINITY);
  });
});
