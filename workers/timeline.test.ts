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

  /** What is told to a timeline of a warm-up and a window, e.g. `300+600: advance, close 310`. */
  function told(script: string): Timeline {
    const [plan = '', acts = ''] = script.split(': ');
    const [warmUp, window] = plan.split('+').map(Number);
    const timeline = plain(warmUp ?? 0, window || null);
    for (const act of acts.split(', ')) {
      const [word, ms] = [act.split(' ')[0], Number(act.split(' ')[1])];
      if (word === 'advance') timeline.advance();
      if (word === 'close') timeline.closeWindow(ms);
      if (word === 'sooner') timeline.openSooner(ms);
      if (word === 'extend') timeline.extendWindow(ms);
    }
    return timeline;
  }

  it.each([
    ['measures until closed', '0+0: advance, close 310', '0–310: measured 250–310, drain 310–560'],
    [
      ...['opens earlier, and closes as much earlier', '600+500: sooner 500', '500–1000: '],
      'warm-up 0–250, warm-up 250–500, measured 500–750, measured 750–1000, drain 1000–1250',
    ],
    [
      ...['opens at its next edge if told late', '60000+750: advance, advance, sooner 250'],
      ...['750–1000: ', 'warm-up 500–750, measured 750–1000, drain 1000–1250'],
    ],
    [
      'has no window if told later',
      '999+99: advance, advance, sooner 250',
      '750–750: warm-up 500–750',
    ],
    ['opens no later than planned', '1000+0: sooner 1250', '1000–Infinity: warm-up 0–250'],
    [
      'opens earlier if endless',
      '999+0: sooner 250',
      '250–Infinity: warm-up 0–250, measured 250–500',
    ],
    [
      'is extended and opens earlier',
      '60000+500: extend 61500, sooner 500',
      '500–2000: warm-up 0–250',
    ],
    ['is extended once open', '900+500: sooner 500, extend 3000', '500–3000: warm-up 0–250'],
    [
      'has no window in the warm-up',
      '999+5000: close 100',
      '999–999: warm-up 0–100, drain 100–350',
    ],
    ['closes no later than planned', '0+500: close 520', '0–500: measured 0–250, measured 250–500'],
    ['closes only once', '0+500: close 240, close 250', '0–240: measured 0–240, drain 240–490'],
    ['leaves the drain alone', '0+100: advance, close 200', '0–100: drain 100–350'],
    ['keeps a stretch whole', '0+0: close 260', '0–260: measured 0–250, measured 250–260'],
    ['is not extended to less', '0+1000: extend 400', '0–1000: measured 0–250'],
    ['is not extended if endless', '0+0: extend 5000', '0–Infinity: measured 0–250'],
  ])('%s', (_title, script, ...expected) => {
    const timeline = told(script ?? '');
    const wanted = expected.join('');
    const found = stretches(timeline, Number(/\d+$/.exec(wanted)));
    const { windowStart, windowEnd } = timeline;
    expect(`${windowStart}–${windowEnd}: ${rows(found).join(', ')}`).toBe(wanted);
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
});
