import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { testEnergy } from '../../tests/support/shown-trials.ts';
import type { DrawnEnergy } from '../data/energy.ts';
import { EnergyChart, energyChartHeight } from './EnergyChart.tsx';

const parts = ['user+centre/trips', 'no gateway', '4ms~1ms@100Mbit', 'fields reduced'];
const row: DrawnEnergy = {
  key: 'rest',
  protocol: 'rest',
  label: 'REST',
  detail: parts.join(' · '),
  energy: testEnergy(),
  counts: 'requests',
  verdict: 'ok',
  reasons: [],
};
const rows = [row, { ...row, key: 'second' }];
const none: ReadonlySet<string> = new Set();

/** The lines of a row's name, and where its bar starts. */
function namesOf(width: number, height: number) {
  const drawn = renderToStaticMarkup(
    <EnergyChart rows={rows} width={width} height={height} hidden={none} log={none} print />,
  );
  const names = [...drawn.matchAll(/<text x="22" y="([\d.]+)"[^>]*>([^<]+)/g)].map(
    ([, y, text]) => ({ y: Number(y), text: text ?? '' }),
  );
  return { names, bar: Number(/<rect x="([\d.]+)"/.exec(drawn)?.[1]) };
}

it.each([300, 480, 662, 1050])('writes no name into its bars, %s px wide', (width) => {
  const { names, bar } = namesOf(width, energyChartHeight(rows, width));
  for (const { text } of names) expect(22 + text.length * 5.7, text).toBeLessThan(bar);
  const said = names.map(({ text }) => text).join(' ');
  for (const part of parts) expect(said.split(part)).toHaveLength(3);
  const apart = names.slice(1).map(({ y }, index) => y - (names[index]?.y ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(13);
});

it('has two lines for details at the default height, and cuts off the remainder', () => {
  const plain = { ...row, detail: '' };
  const { names } = namesOf(300, energyChartHeight([plain, plain], 300));
  expect(names.map(({ text }) => text).slice(0, 3)).toEqual([
    'REST',
    'user+centre/trips ·',
    'no gateway · 4ms~1m…',
  ]);
});

it.each([
  // 100 px for the bars, from 150 on.
  [1, 'mJ', ['0', '0.2', '0.4', '0.6', '0.8'], [100, 50]],
  [0.0125, 'µJ', ['0', '2', '4', '6', '8', '10'], [100, 50]],
  [1e6, 'J', ['0', '200', '400', '600', '800'], [100, 50]],
  [0.9, 'mJ', ['0', '0.2', '0.4', '0.6', '0.8'], [90, 45]],
] as const)(
  'draws bars on the axis of their unit, of %d times the energy',
  (times, unit, ticks, ends) => {
    const joulesOf = (mean: number) => ({ mean, median: mean, min: mean, max: mean });
    const cell = (key: string, joulesPerRequest: ReturnType<typeof joulesOf> | null) => ({
      ...{ ...row, key, detail: '' },
      energy: testEnergy({ joulesPerRequest }),
    });
    const drawn = renderToStaticMarkup(
      <EnergyChart
        rows={[
          cell('a', joulesOf(0.000_8 * times)),
          cell('b', joulesOf(0.000_4 * times)),
          cell('c', null),
        ]}
        {...{ width: 346, height: 154, hidden: none, log: none, print: true }}
      />,
    );
    const texts = [...drawn.matchAll(/<text x="([\d.]+)"[^>]*>([^<]+)/g)].map(
      ([, x, text]) => [text, Number(x)] as const,
    );
    expect(texts.map(([text]) => text).slice(0, ticks.length + 1)).toEqual([
      ...ticks,
      `energy per request, ${unit}`,
    ]);
    const bars = [...drawn.matchAll(/<rect x="([\d.]+)"[^>]* width="([\d.]+)"/g)].map(
      ([, x, width]) => [Number(x), Number(width)],
    );
    const [first, second] = ends;
    const parts = (end: number) => [
      [150, end / 4],
      [150 + end / 4, (3 * end) / 4],
    ];
    expect(bars.map((bar) => bar.map((one) => Math.round(1000 * one) / 1000))).toEqual([
      ...parts(first),
      ...parts(second),
      ...parts(0),
    ]);
    const at = (text: string) => texts.flatMap(([one, x]) => (one === text ? [x] : []));
    expect(at('no requests')).toEqual([157]);
    expect(texts.map(([, x]) => x)).toEqual(expect.arrayContaining([157 + first, 157 + second]));
  },
);
