import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../engine/stats/random.ts';
import { type Block, blocksOf, driftFault, driftOf, quartersOf, steadyFigures } from './drift.ts';

const random = seededRandom(3);
const [throughput, p50, p99] = steadyFigures;
const about = (value: number) => value * (0.98 + 0.04 * random());

/** A window in which others use a share of the machine, and the run uses the remainder for requests. */
function window(change: { others: (share: number) => number; speed: (share: number) => number }) {
  return Array.from({ length: 60 }, (_, index): Block => {
    const others = change.others(index / 60) * (0.5 + random());
    const rate = about(20_000 * (1 - others) * change.speed(index / 60));
    const figures = { throughput: rate, p50: 16_000 / rate, p99: 40_000 / rate };
    return { atSeconds: index * 60, ...figures, own: 1 - others, others };
  });
}

describe('the drift of figures', () => {
  const alone = window({ others: () => 0.05, speed: () => 1 });
  const busier = window({ others: (share) => 0.05 + 0.5 * share, speed: () => 1 });
  const slower = window({ others: () => 0.05, speed: (share) => 1 - 0.3 * share });

  it.each(steadyFigures)('is none in a steady window: $name', (figure) => {
    expect(driftFault(alone, figure)).toBeNull();
  });

  it('is none if others begin to use the machine', () => {
    const [first = 0, , , last = 0] = quartersOf(busier, (block) => block.throughput);
    expect(last / first).toBeLessThan(0.75);
    for (const figure of steadyFigures) expect(driftFault(busier, figure)).toBeNull();
  });

  it('is found if the run itself gets slower', () => {
    expect(driftFault(slower, throughput)).toMatch(/^it changes by a factor of 0\.7\d\d /);
    expect(driftFault(slower, p50)).toMatch(/^it changes by a factor of 1\.[34]\d\d /);
    expect(driftFault(slower, p99)).toMatch(/^it changes by a factor of 1\.[34]\d\d /);
  });

  it('is not stated for a window that is too short', () => {
    expect(driftOf(alone.slice(0, 11), throughput)).toBeNull();
  });
});

it('blocks of a window have the means of their seconds and of the use of the machine', () => {
  const point = {
    ...{ phase: 'measured' as const, p95: 3, p99: null, users: 16, rate: null, round: null },
    ...{ ok: 10, failed: 0, dropped: 0, clientCpu: 1, serverCpu: 1 },
  };
  const series = Array.from({ length: 120 }, (_, index) => {
    const half = index < 60 ? { throughputRps: 100, p50: 2 } : { throughputRps: 200, p50: 1 };
    return { ...point, ...half, at: 5 + index };
  });
  const shares = [
    { atSeconds: 6, own: 0.5, others: 0.2 },
    { atSeconds: 7, own: 0.7, others: 0.4 },
  ];
  const blocks = blocksOf(series, shares);
  expect(blocks).toHaveLength(23);
  expect(blocks[0]).toMatchObject({ throughput: 100, p50: 2 });
  expect(blocks[0]?.own).toBeCloseTo(0.6);
  expect(blocks[0]?.others).toBeCloseTo(0.3);
  expect(blocks.at(-1)).toMatchObject({ throughput: 200, p50: 1 });
  expect(blocksOf([], [])).toEqual([]);
});
