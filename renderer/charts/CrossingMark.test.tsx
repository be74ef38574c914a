import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeCell } from '../../tests/support/records.ts';
import type { CrossoverRow } from '../data/crossovers.ts';
import type { SaturationRow } from '../data/saturation.ts';
import { CrossingMark } from './CrossingMark.tsx';

const [rest, grpc, soap] = (['rest', 'grpc', 'soap'] as const).map((protocol) =>
  makeCell({ protocol }),
);

const curveOf = (cell: typeof rest, ...points: (readonly [number, number])[]) => {
  const curve = points.map(([level, throughputRps]) => ({ level, throughputRps }));
  return { saturation: { cell, curve } } as unknown as SaturationRow;
};
const curves = [
  curveOf(rest, [10, 100], [20, 200], [50, 260]),
  curveOf(grpc, [10, 150], [20, 170], [40, 190]),
];

/** Where the mark is: level and throughput of its cross and of its interval, and its words. */
function drawn(level: number, part: object | null = {}, cells: object = { cell: grpc }) {
  const row = {
    crossover: { cell: grpc, baseline: rest, ...cells },
    crossing: part && { level, interval: { low: 8, high: 25 }, ...part },
  } as unknown as CrossoverRow;
  const markup = renderToStaticMarkup(
    <CrossingMark row={row} curves={curves} x={(at) => 10 * at} y={(rps) => 1000 - rps} />,
  );
  const [, x, y] = /M([\d.]+) ([\d.]+)l10 10m0 -10l-10 10/.exec(markup) ?? [];
  const [, low, barY, high] = /M([\d.]+) ([\d.]+)H([\d.]+)/.exec(markup) ?? [];
  const [, textX, textY, words] =
    /<text x="([\d.]+)" y="([\d.]+)".*>(.*)<\/text>/.exec(markup) ?? [];
  if (markup === '') return null;
  return {
    cross: [(Number(x) + 5) / 10, 1000 - (Number(y) + 5)],
    bar: [Number(low) / 10, 1000 - Number(barY), Number(high) / 10],
    text: [Number(textX) / 10, 1000 - (Number(textY) - 20), words],
  };
}

it.each([
  // The mean of both curves there, each between its own points.
  [12.5, (125 + 155) / 2, '13'],
  [17.5, (175 + 165) / 2, '18'],
  [10, (100 + 150) / 2, '10'],
  [20, (200 + 170) / 2, '20'],
  [30, (220 + 180) / 2, '30'],
  // Beyond its points, a curve stays at the last one.
  [45, (250 + 190) / 2, '45'],
  [5.25, (100 + 150) / 2, '5.3'],
  [60, (260 + 190) / 2, '60'],
])('a crossing at %d is drawn at %d', (level, height, words) => {
  expect(drawn(level)).toEqual({
    cross: [level, height],
    bar: [8, height, 25],
    text: [level, height, words],
  });
});

it('a crossing without an interval or one of its curves is not drawn', () => {
  expect(drawn(12.5, { interval: null })).toBeNull();
  expect(drawn(12.5, null)).toBeNull();
  expect(drawn(12.5, {}, { cell: soap })).toBeNull();
  expect(drawn(12.5, {}, { baseline: soap })).toBeNull();
});
