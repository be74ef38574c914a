import { array, assert, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GainMetric } from '../../contracts/size-gain.ts';
import { gainFigureOf, gainPoint } from '../../tests/support/made-gain.ts';
import { gainScale, logarithmicAxes, sizeScale } from '../data/gainScale.ts';
import { placeLabels, rectangleOf } from './pointLabels.ts';
import { scatterLayout } from './scatterLayout.ts';

const area = { width: 900, height: 380, hidden: new Set<string>() };

describe('the axes of gain', () => {
  it('have better values higher, and label gains and losses against the baseline', () => {
    const points = [gainPoint('a', 100, 2.5), gainPoint('b', 100, 0.5)];
    const throughput = gainScale('throughput', points, false);
    expect(throughput.place(2.5)).toBeGreaterThan(throughput.place(0.5));
    expect(throughput.ticks.map(({ text }) => text)).toEqual([
      '100 % less',
      '50 % less',
      '0 %',
      '50 % more',
      '100 % more',
      '150 % more',
      '200 % more',
    ]);
    const latency = gainScale('p50', points, true);
    expect(latency.place(0.5)).toBeGreaterThan(latency.place(1));
    expect(latency.ticks.map(({ text }) => text)).toContain('100 % more');
    expect(latency.ticks.map(({ text }) => text)).toContain('33.3 % less');
  });

  it('end at -100 %: a loss cannot be larger, and follow intervals within reason, and mark those that continue beyond', () => {
    const slow = gainScale('p50', [gainPoint('a', 1, 20), gainPoint('b', 1, 0.9)], false);
    expect(slow.place(0)).toBeCloseTo(1, 9);
    const few = gainScale('throughput', [gainPoint('a', 1, 0.01)], false);
    expect(few.place(0)).toBeCloseTo(0, 9);
    const wild = gainPoint('a', 1, 1.2, { interval: { low: 0.9, high: 400 } });
    for (const log of [false, true]) {
      const scale = gainScale('throughput', [wild], log);
      expect(scale.isBeyond(400)).toBe(true);
      expect(scale.isBeyond(1.2)).toBe(false);
      expect(scale.place(400)).toBe(1);
    }
  });

  it('contain every point and the line for any values', () => {
    const points = array(
      record({
        bytes: integer({ min: 0, max: 5_000_000 }),
        times: double({ min: 1e-3, max: 1e3, noNaN: true }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const metrics = constantFrom<GainMetric>('throughput', 'p50');
    const logs = constantFrom<string[]>([], ['size'], ['gain'], ['size', 'gain']);
    assert(
      property(points, metrics, logs, (some, metric, log) => {
        const all = some.map(({ bytes, times }, index) => gainPoint(`s${index}`, bytes, times));
        const layout = scatterLayout(gainFigureOf(all, { metric }), { ...area, log: new Set(log) });
        if (!layout) throw new Error('no room');
        const { box, y } = layout;
        const bottom = box.top + box.height;
        const within = (at: number) => at >= box.top - 1e-6 && at <= bottom + 1e-6;
        expect(layout.points.every((one) => within(one.y) && Number.isFinite(one.x))).toBe(true);
        const right = box.left + box.width + 1e-6;
        expect(layout.points.every(({ x }) => x >= box.left - 1e-6 && x <= right)).toBe(true);
        const line = y(1);
        for (const one of layout.points) {
          const { times } = one.point;
          const better = metric === 'throughput' ? times > 1.0001 : times < 0.9999;
          if (better) expect(one.y).toBeLessThanOrEqual(line);
        }
        return within(line);
      }),
    );
  });

  it('are logarithmic at first if values are far apart', () => {
    expect([
      ...logarithmicAxes(gainFigureOf([gainPoint('a', 10, 1), gainPoint('b', 5000, 9)])),
    ]).toEqual(['size', 'gain']);
    expect([
      ...logarithmicAxes(gainFigureOf([gainPoint('a', 100, 1.2), gainPoint('b', 900, 0.8)])),
    ]).toEqual([]);
    expect(sizeScale([0, 300], true).min).toBeGreaterThan(0);
  });
});

describe('a scatter', () => {
  it('omits hidden protocols, and everything if there is no room', () => {
    const both = gainFigureOf([gainPoint('a', 10, 2), gainPoint('b', 20, 3, { protocol: 'soap' })]);
    const layout = scatterLayout(both, { ...area, hidden: new Set(['soap']), log: new Set() });
    expect(layout?.points.map((one) => one.point.what)).toEqual(['a']);
    expect(scatterLayout(both, { ...area, width: 100, log: new Set() })).toBeNull();
  });

  it('explains its line next to it, away from points', () => {
    const [bare, crowded] = [[], [1.01, 0.99]].map((times) => {
      const points = times.map((one) => gainPoint(`at ${one}`, 1150, one));
      const wide = gainFigureOf([
        gainPoint('other', 10, 1.5),
        gainPoint('more', 1150, 0.5),
        ...points,
      ]);
      return scatterLayout(wide, { ...area, log: new Set() });
    });
    expect(bare?.words?.text).toBe('as fast as REST');
    const [right = 0, left = 0] = [bare?.words?.x, crowded?.words?.x];
    expect(right).toBe(878);
    expect(left).toBeLessThan(right);
    const at = crowded?.points.find(({ point: { times } }) => times === 1.01);
    expect(left).toBeLessThan(at?.x ?? 0);
  });

  it('writes labels that cover neither each other nor a point', () => {
    const box = { left: 0, top: 0, width: 600, height: 300 };
    const places = array(
      record({ x: integer({ min: 0, max: 600 }), y: integer({ min: 0, max: 300 }) }),
      { maxLength: 30 },
    );
    assert(
      property(places, (some) => {
        const wanted = some.map((place, index) => ({
          ...place,
          key: String(index),
          text: `shape ${index}`,
        }));
        const taken = some.map(({ x, y }) => ({
          left: x - 6,
          right: x + 6,
          top: y - 6,
          bottom: y + 6,
        }));
        const names = placeLabels(wanted, taken, box).map(rectangleOf);
        return names.every((one, index) =>
          [...taken, ...names.slice(index + 1)].every(
            (other) =>
              one.right <= other.left ||
              other.right <= one.left ||
              one.bottom <= other.top ||
              other.bottom <= one.top,
          ),
        );
      }),
    );
    expect(placeLabels([{ key: 'a', text: 'large', x: 300, y: 100 }], [], box)).toHaveLength(1);
  });
});
