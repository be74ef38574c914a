import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { makeCell, makeCompared, makePair } from '../../tests/support/records.ts';
import type { ComparedRow } from '../data/compareRows.ts';
import { IntervalChart, intervalChartHeight } from './IntervalChart.tsx';
import { pictureFormats } from './picture.ts';

const compared = makeCompared({
  ratio: { times: 0.21, percentOf: 21, percentChange: -79 },
  interval: { low: 0.17, high: 0.26 },
});
const pair = makePair('b', makeCell({ protocol: 'grpc' }), [compared]);
const row = { key: 'b', pair, compared, label: 'gRPC · 200 users · TLS 1.3', run: '' };

const none: ReadonlySet<string> = new Set();

function draw(row: ComparedRow, width: number): string {
  return renderToStaticMarkup(
    <IntervalChart
      rows={[row]}
      width={width}
      height={intervalChartHeight([row], width)}
      hidden={none}
      log={none}
      print
    />,
  );
}

/** Number of intervals with an end stroke; tick marks of the axis are longer. */
function endsOf(drawn: string): number {
  const upright = [...drawn.matchAll(/d="M[\d.]+ ([\d.]+)V([\d.]+)"/g)];
  return upright.filter(([, from, to]) => Number(to) - Number(from) === 8).length;
}

function textsOf(drawn: string) {
  return [...drawn.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)/g)].map(
    ([, x, y, text]) => ({ x: Number(x), y: Number(y), text: text ?? '' }),
  );
}

it.each([300, 479, 480, 640, 1200])('writes no name into its plot, %s px wide', (width) => {
  const details = ['20 requests/s', 'connections per-request', '4ms~1ms@100Mbit', 'fields reduced'];
  const drawn = draw({ ...row, label: ['gRPC', ...details].join(' · '), run: 'run 1' }, width);
  const names = textsOf(drawn).filter(({ x }) => x === 18);
  const plot = Math.min(...[...drawn.matchAll(/d="M([\d.]+) 6V/g)].map(([, x]) => Number(x)));
  for (const { x, text } of names) expect(x + text.length * 5.8, text).toBeLessThan(plot);
  const words = names.map(({ text }) => text.replace(/ ·$/, '')).join(' · ');
  for (const part of [...details, 'run 1'].flatMap((one) => one.split(' ')))
    expect(words).toContain(part);
});

it('fits into one print column, without colliding names', () => {
  const { width: whole, margin } = pictureFormats.column;
  const width = whole - 2 * margin;
  const drawn = draw(row, width);
  const texts = textsOf(drawn);
  expect(texts.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['gRPC', '200 users · TLS 1.3', '0.21×', '0.17 to 0.26', '1']),
  );
  for (const { x, text } of texts.filter(({ text }) => text.startsWith('0.17')))
    expect(x + text.length * 5.8, text).toBeLessThan(width);
  const [axis = 0] = texts.filter(({ text }) => text === '1').map(({ y }) => y);
  const ticks = texts.filter(({ y }) => y === axis);
  for (let at = 1; at < ticks.length; at++) {
    const [left, right] = [ticks[at - 1], ticks[at]];
    if (!left || !right) continue;
    expect(right.x - left.x).toBeGreaterThan((left.text.length + right.text.length) * 3);
  }
});

it('keeps the shape of a marker wider than its interval', () => {
  const ends = (low: number, high: number) =>
    endsOf(draw({ ...row, compared: { ...compared, interval: { low, high } } }, 640));
  expect(ends(0.209, 0.211)).toBe(0);
  expect(ends(0.1, 0.211)).toBe(1);
  expect(ends(0.1, 0.5)).toBe(2);
});
