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
