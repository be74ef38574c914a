import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import {
  answering,
  attributes,
  eventually,
  point,
  pressIn,
  shown,
  svgOf,
} from '../../tests/support/dom/answering.tsx';
import { Brush } from './Brush.tsx';
import { ChartFrame } from './ChartFrame.tsx';
import { createCursor, type TimeCursor } from './cursor.ts';
import { LineChart, type LineChartProps } from './LineChart.tsx';
import type { LegendItem } from './look.ts';
import { ZoomControl, ZoomReset } from './ZoomControl.tsx';
import { validStretch, type Zoom } from './zoom.ts';

// Every element is at 0, 0, and 800 × 400 pixels large, so that a place of the pointer is one of the chart.
const look = (key: string): LegendItem => ({
  key,
  label: key,
  color: 'red',
  marker: null,
  dash: '0',
  width: 2,
  fill: 'solid',
});

/** A line chart of 0 to 10 seconds: its plot is 658 pixels wide, from 50, and 187 high, from 7. */
function lines(part: Partial<LineChartProps> = {}) {
  const cursor: TimeCursor = createCursor();
  const drawn = shown(
    <LineChart
      width={800}
      height={200}
      times={[0, 2, 10]}
      series={[
        { key: 'a', label: 'A', values: [0, 50, 100] },
        { key: 'b', label: 'B', values: [null, 20, null] },
      ]}
      looks={[look('a'), { ...look('b'), dash: '5 2', fill: 'half', width: 1 }]}
      domain={[0, 10]}
      measuredFrom={2}
      floor={1}
      format={(value) => `${value}!`}
      cursor={cursor}
      timeLabels={false}
      {...part}
    />,
  );
  return { cursor, svg: svgOf(drawn) };
}

it('draws lines over time, and shades the warm-up', () => {
  const { svg } = lines({ area: true, warmUpLabel: true });
  expect(attributes(svg.querySelector('clipPath rect'), 'x', 'y', 'width', 'height')).toEqual([
    '50',
    '5',
    '660',
    '190',
  ]);
  const shade = [...svg.querySelectorAll('rect')].find(
    (rect) => rect.getAttribute('fill') === 'var(--wb-hover)',
  );
  expect(attributes(shade, 'x', 'width')).toEqual(['50', '131.6']);
  expect(svg.innerHTML).toContain('M181.6 7V194');
  expect(svg.textContent).toContain('Warm-up');
  const [fill, first, second] = svg.querySelectorAll('g[clip-path] path');
  expect(attributes(fill, 'd', 'fill-opacity')).toEqual([
    'M50 194L50 194L181.6 100.5L708 7L708 194Z',
    '0.12',
  ]);
  expect(attributes(first, 'd', 'stroke-dasharray', 'stroke-opacity', 'stroke-width')).toEqual([
    'M50 194h.5L181.6 100.5L708 7',
    null,
    '1',
    '2',
  ]);
  expect(attributes(second, 'd', 'stroke-dasharray', 'stroke-opacity', 'stroke-width')).toEqual([
    'M181.6 156.6h.5',
    '5 2',
    '0.6',
    '1',
  ]);
});

it.each([
  [{ measuredFrom: null }, '658', false],
  [{ measuredFrom: 0 }, undefined, false],
  [{ measuredFrom: 0.5, warmUpLabel: true }, '32.900000000000006', false],
])('shades what is excluded: %j', (part, width, label) => {
  const { svg } = lines(part);
  const shade = [...svg.querySelectorAll('rect')].find(
    (rect) => rect.getAttribute('fill') === 'var(--wb-hover)',
  );
  expect(shade?.getAttribute('width') ?? undefined).toBe(width);
  expect(svg.textContent?.includes('Warm-up')).toBe(label);
});

it('says the values pointed at, and else the latest', () => {
  const { svg, cursor } = lines({ timeLabels: true });
  const values = () => [...svg.querySelectorAll('tspan')].map((one) => one.textContent);
  expect(values()).toEqual(['A ', '100!']);
  point(svg, 'move', 50 + 65.8 * 2.4);
  expect(cursor.get()).toBeCloseTo(2.4);
  expect(values()).toEqual(['A ', '50!', 'B ', '20!']);
  const line = svg.querySelector('line[stroke="var(--wb-ink-2)"]');
  expect(attributes(line, 'x1', 'x2', 'y1', 'y2')).toEqual(['181.6', '181.6', '7', '180']);
  expect(svg.textContent).toContain('0:02');
  for (const outside of [49, 709]) {
    point(svg, 'move', outside);
    expect(cursor.get()).toBeNull();
  }
  point(svg, 'move', 708);
  expect(cursor.get()).toBeCloseTo(10);
  point(svg, 'out');
  expect(cursor.get()).toBeNull();
  flushSync(() => cursor.set(11));
  expect(values()).toEqual(['A ', '100!']);
});

it.each([
  [1.2, 'start', 1],
  [9.4, 'end', -1],
])(
  'writes how high a line went that leaves the plot in the warm-up, at %s s',
  (at, anchor, sign) => {
    const times = [0, at, ...Array.from({ length: 6 }, (_none, index) => at + 0.02 + index / 100)];
    const values = [0, 900, 10, 10, 10, 10, 10, 10];
    const series = [{ key: 'a', label: 'A', values }];
    const { svg } = lines({ times, series, looks: [look('a')], measuredFrom: at + 0.001 });
    const peak = [...svg.querySelectorAll('text')].find((text) =>
      text.textContent?.startsWith('↑'),
    );
    expect(peak?.textContent).toBe('↑ 900!');
    expect(attributes(peak, 'text-anchor', 'y')).toEqual([anchor, '31']);
    expect(Number(peak?.getAttribute('x'))).toBeCloseTo(50 + 65.8 * at + 5 * sign);
  },
);

it('draws thresholds that fit, and names the others at the top', () => {
  const limits = [
    { label: 'low', values: [60, 60, 60] },
    { label: 'rising', values: [10, 20, 30] },
    { label: 'far', values: [900, 900, 900] },
  ];
  const { svg } = lines({ limits });
  const [low, rising, far] = svg.querySelectorAll('[data-limit]');
  expect(low?.querySelector('path')?.getAttribute('d')).toBe('M50 81.8h658');
  expect(attributes(low?.querySelector('text'), 'x', 'y')).toEqual(['704', '78.8']);
  expect(rising?.querySelector('path')?.getAttribute('d')).toMatch(/^M50 .*L181\.6 .*L708 /);
  expect(far?.querySelector('path')).toBeNull();
  expect(far?.textContent).toBe('↑ far');
  expect(far?.querySelector('text')?.getAttribute('y')).toBe(String(8 + 11 + 24));
});

it('leaves out a chart without room', () => {
  expect(lines({ width: 161 }).svg.tagName.toLowerCase()).not.toBe('svg');
  expect(lines({ width: 162, height: 23 }).svg.tagName.toLowerCase()).toBe('svg');
  expect(lines({ height: 22 }).svg.tagName.toLowerCase()).not.toBe('svg');
});

it('zooms to what is dragged over, and takes a click for none', () => {
  const zooms: unknown[] = [];
  const ups = vi.fn();
  const box = { left: 50, top: 7, width: 100, height: 80 };
  const part = shown(
    <div onPointerUp={ups}>
      <svg>
        <title>brush</title>
        <Brush box={box} invert={(pixel) => pixel * 10} onZoom={(range) => zooms.push(range)} />
      </svg>
    </div>,
  );
  const [plot] = part.querySelectorAll('rect');
  if (!plot) throw new Error('No plot');
  plot.setPointerCapture = () => undefined;
  const dragged = () => attributes(part.querySelectorAll('rect')[1], 'x', 'width');
  point(plot, 'move', 60);
  expect(dragged()).toEqual([undefined, undefined]);
  point(plot, 'down', 60);
  point(plot, 'move', 65);
  expect(dragged()).toEqual([undefined, undefined]);
  point(plot, 'up', 65);
  expect([zooms.length, ups.mock.calls.length]).toEqual([0, 1]);
  point(plot, 'down', 90);
  point(plot, 'move', 96);
  expect(dragged()).toEqual(['90', '6']);
  point(plot, 'move', 91);
  expect(dragged()).toEqual(['90', '1']);
  point(plot, 'move', 10);
  expect(dragged()).toEqual(['50', '40']);
  point(plot, 'up', 10);
  expect(zooms).toEqual([[500, 900]]);
  expect(ups).toHaveBeenCalledTimes(1);
  expect(dragged()).toEqual([undefined, undefined]);
  point(plot, 'down', 90);
  point(plot, 'move', 999);
  expect(dragged()).toEqual(['90', '60']);
  point(plot, 'cancel');
  point(plot, 'move', 120);
  expect(dragged()).toEqual([undefined, undefined]);
  expect(zooms).toHaveLength(1);
});

const zoom = (part: Partial<Zoom> = {}): Zoom => ({
  axis: 'Time',
  unit: 's',
  whole: [0, 100],
  range: null,
  format: (value) => `${value} s`,
  set: () => undefined,
  ...part,
});

it('resets a zoom, and has nothing to reset without one', () => {
  const set = vi.fn();
  expect(shown(<ZoomReset zoom={zoom({ set })} />).textContent).toBe('');
  const part = shown(<ZoomReset zoom={zoom({ range: [20, 40], set })} />);
  expect(part.textContent).toBe('20 s to 40 s: show all');
  flushSync(() => part.querySelector('button')?.click());
  expect(set.mock.calls).toEqual([[null]]);
});

it.each([
  [20, 40, [20, 40]],
  [40, 20, [20, 40]],
  [-5, 400, [0, 100]],
  [50, 50, null],
  [50, 50.01, null],
  [50, 50.02, [50, 50.02]],
  [200, 300, null],
])('takes %s to %s as a stretch of 0 to 100: %j', (from, to, expected) => {
  expect(validStretch([0, 100], from, to)).toEqual(expected);
});

it('zooms by numbers', async () => {
  const set = vi.fn();
  const part = shown(<ZoomControl zoom={zoom({ range: [1.23456, 40], set })} />);
  pressIn(part, 'Zoom time');
  await eventually(() => document.querySelector('form')).not.toBeNull();
  const form = document.querySelector('form');
  const [from, to] = form?.querySelectorAll('input') ?? [];
  expect([from?.value, to?.value]).toEqual(['1.235', '40']);
  expect([...(form?.querySelectorAll('label') ?? [])].map((label) => label.textContent)).toEqual([
    'From (time, s)',
    'To (time, s)',
  ]);
  const submit = form?.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!from || !form) throw new Error('No form');
  flushSync(() => fireEvent.input(from, { target: { value: '40' } }));
  expect(submit?.disabled).toBe(true);
  fireEvent.submit(form);
  expect(set).not.toHaveBeenCalled();
  flushSync(() => fireEvent.input(from, { target: { value: '12' } }));
  expect(submit?.disabled).toBe(false);
  flushSync(() => fireEvent.submit(form));
  expect(set.mock.calls).toEqual([[[12, 40]]]);
});

it('hides series, and switches axes', () => {
  answering({});
  const drawn: { hidden: string[]; log: string[]; height: number }[] = [];
  const part = shown(
    <ChartFrame
      title="Throughput"
      unit="requests/s"
      better="higher"
      summary="All of it."
      legend={[look('a'), look('b'), { ...look('c'), doubt: 'suspect' as never }]}
      draw={({ hidden, log, height }) => {
        drawn.push({ hidden: [...hidden], log: [...log], height });
        return null;
      }}
      table={() => ({ caption: '', header: [], rows: [] })}
      origin="Mine"
      height={120}
      footnotes={['One.', 'Two.']}
      axes={[
        { key: 'x', name: 'users', log: true },
        { key: 'y', name: 'latency', log: false },
      ]}
    />,
  );
  const last = () => drawn.at(-1);
  expect(last()).toMatchObject({ hidden: [], log: ['x'] });
  pressIn(part, 'b');
  pressIn(part, 'a');
  expect(last()?.hidden).toEqual(['b', 'a']);
  pressIn(part, 'b');
  expect(last()?.hidden).toEqual(['a']);
  const pressed = () =>
    [...part.querySelectorAll('[aria-pressed]')].map((one) => [
      one.textContent,
      one.getAttribute('aria-pressed'),
    ]);
  expect(pressed()).toEqual(
    expect.arrayContaining([
      ['a', 'false'],
      ['b', 'true'],
      ['log users', 'true'],
      ['log latency', 'false'],
    ]),
  );
  pressIn(part, 'log users');
  pressIn(part, 'log latency');
  expect(last()?.log).toEqual(['y']);
  pressIn(part, 'log latency');
  expect(last()?.log).toEqual([]);
  expect(part.textContent).toContain('higher is better');
  expect(part.textContent).toContain('One. Two.');
  expect(part.querySelector<HTMLElement>('[role=img]')?.style.height).toBe('120px');
  expect(part.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('All of it.');
  expect([...part.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'c',
  );
});

it('tells its followers of a new place only', () => {
  const cursor = createCursor<number>();
  const heard = vi.fn();
  const off = cursor.subscribe(heard);
  for (const place of [null, 1, 1, 2]) cursor.set(place);
  expect(heard).toHaveBeenCalledTimes(2);
  off();
  cursor.set(3);
  expect([heard.mock.calls.length, cursor.get()]).toEqual([2, 3]);
});
