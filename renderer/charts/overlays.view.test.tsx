import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import type { Saturation } from '../../contracts/result.ts';
import { attributes, point, shown, svgOf, tip } from '../../tests/support/dom/answering.tsx';
import { gainFigureOf, gainPoint } from '../../tests/support/made-gain.ts';
import { makeCell } from '../../tests/support/records.ts';
import type { ColumnFigure } from '../data/columns.ts';
import type { SaturationRow } from '../data/saturation.ts';
import { cellSeries } from '../data/series.ts';
import { ColumnChart } from './ColumnChart.tsx';
import { createCursor, type TimeCursor } from './cursor.ts';
import { HeatPlot } from './HeatPlot.tsx';
import { SaturationChart } from './SaturationChart.tsx';
import { ScatterPoints } from './ScatterPoints.tsx';

// Every element is at 0, 0, and 800 × 400 pixels large, so that a place of the pointer is one of the chart.
const none: ReadonlySet<string> = new Set();
const area = { width: 800, height: 400, hidden: none, log: none, print: false };
const at = (level: number, throughputRps: number, p95Ms: number) => ({
  level,
  throughputRps,
  meanMs: 1,
  p95Ms,
});
const [rest, grpc] = cellSeries([makeCell({ protocol: 'rest' }), makeCell({ protocol: 'grpc' })]);

function saturationRow(
  series: typeof rest,
  curve: ReturnType<typeof at>[],
  part: Partial<Saturation> = {},
) {
  if (!series) throw new Error('No series');
  const saturation = { of: 'users', curve, manual: null, knee: null, ...part } as Saturation;
  return {
    key: series.key,
    series,
    saturation,
    point: null,
    usl: null,
    verdict: 'ok',
  } as unknown as SaturationRow;
}

const saturated = [
  { ...saturationRow(rest, [at(10, 100, 5), at(20, 150, 9)]), point: at(20, 150, 9) },
  {
    ...saturationRow(grpc, [at(10, 300, 2), at(20, 400, 4)], {
      knee: at(10, 300, 2),
      manual: at(20, 400, 4),
    }),
    point: at(20, 400, 4),
  },
];

it('picks the point that was clicked, and says what is at a level', () => {
  const picked: unknown[] = [];
  const part = shown(
    <SaturationChart
      {...area}
      rows={saturated}
      onPick={(row, { level }) => picked.push([row.series.label, level])}
    />,
  );
  const svg = svgOf(part);
  const spots = [...part.querySelectorAll('circle[cursor=pointer]')];
  expect(spots.map((spot) => spot.textContent)).toEqual([
    expect.stringMatching(/^REST: 10 users, 100 requests\/s\./),
    expect.stringMatching(/^REST: 20 users, 150 requests\/s\./),
    expect.stringMatching(/^gRPC: 10 users, 300 requests\/s\./),
    expect.stringMatching(/^gRPC: 20 users, 400 requests\/s\./),
  ]);
  const places = spots.map((spot) => attributes(spot, 'cx', 'cy').map(Number));
  // 52 to the left, 18 to the right; the axis of levels goes to 20, that of throughput to 400 over 193.4 pixels.
  expect(places.map(([x]) => x)).toEqual([417, 782, 417, 782]);
  expect(places[3]?.[1]).toBe(20);
  for (const [x = 0, y = 0] of places) point(svg, 'up', x + 9, y - 9);
  expect(picked).toEqual([
    ['REST', 10],
    ['REST', 20],
    ['gRPC', 10],
    ['gRPC', 20],
  ]);
  point(svg, 'up', 417 + 10, (places[0]?.[1] ?? 0) + 10);
  expect(picked).toHaveLength(4);
  point(svg, 'move', 599);
  expect(tip()).toContain('10 usersREST100 req/sp95 5.00 ms');
  point(svg, 'move', 600);
  expect(tip()).toMatch(/20 usersREST150 req\/sp95 9\.00 msgRPC400 req\/sp95 4\.00 ms/);
  point(svg, 'move', 796);
  expect(tip()).toContain('20 usersREST');
  point(svg, 'move', 797);
  expect(tip()).toBeNull();
  point(svg, 'move', 38);
  expect(tip()).toContain('10 usersREST');
  point(svg, 'out');
  expect(tip()).toBeNull();
  const rings = [...part.querySelectorAll('circle:not([cursor])')].map((ring) =>
    ring.getAttribute('r'),
  );
  expect(rings).toEqual(['6.5', '6.5', '9.5']);
});

it('names the higher of two points of saturation at a level, and hides what is hidden', () => {
  const drawn = (hidden: string[]) =>
    shown(<SaturationChart {...area} hidden={new Set(hidden)} rows={saturated} />);
  const named = (part: HTMLElement) => part.querySelectorAll('text[font-weight="560"]');
  expect([...named(drawn([]))].map((text) => [text.textContent, ...attributes(text, 'y')])).toEqual(
    [['20', '7']],
  );
  const alone = drawn([saturated[1]?.series.key ?? '']);
  expect(named(alone)).toHaveLength(1);
  expect(alone.querySelectorAll('circle')).toHaveLength(1);
});

it('shows a stretch of the levels', () => {
  const set = vi.fn();
  const levels = (range: readonly [number, number] | null, log = none) =>
    [
      ...shown(
        <SaturationChart {...area} log={log} rows={saturated} zoom={{ range, set }} />,
      ).querySelectorAll('text'),
    ]
      .map((text) => text.textContent)
      .filter((text) => /^\d+$/.test(text ?? ''));
  expect(levels([12, 18])).toContain('15');
  expect(levels([12, 18])).not.toContain('10');
  expect(levels([0, 20], new Set(['level']))).toEqual(expect.arrayContaining(['5', '10', '20']));
});

const bar = (value: number | null, part: object = {}) => ({
  value,
  low: 0,
  high: 0,
  repetitions: 1,
  verdict: 'ok',
  reasons: [],
  errorShare: 0,
  missing: '',
  ...part,
});

const columns = {
  shape: 'small',
  of: 'users',
  metric: 'throughput',
  counts: 'requests',
  series: [rest, grpc],
  groups: [
    {
      level: 10,
      columns: [
        bar(100),
        bar(200, { low: 190, high: 210, repetitions: 3, errorShare: 0.25, verdict: 'suspect' }),
      ],
    },
    { level: 50, columns: [bar(null, { missing: 'stopped' }), bar(400)] },
  ],
  skipped: [],
} as unknown as ColumnFigure;

it('says the columns of the level pointed at, here and beside', () => {
  const cursor: TimeCursor = createCursor();
  const part = shown(<ColumnChart {...area} figure={columns} cursor={cursor} />);
  const svg = svgOf(part);
  const shade = () => attributes(part.querySelector('rect[fill="var(--wb-hover)"]'), 'x', 'width');
  point(svg, 'move', 46);
  expect(cursor.get()).toBe(10);
  expect(shade()).toEqual(['46', '375']);
  expect(tip()).toContain(
    '10 usersREST100 req/sgRPC200 req/s25.0 % of requests failed · suspect · mean of 3: 190 req/s to 210 req/s',
  );
  point(svg, 'move', 421);
  expect(cursor.get()).toBe(50);
  expect(tip()).toContain('50 usersRESTstoppedgRPC400 req/s');
  expect(shade()).toEqual(['421', '375']);
  point(svg, 'move', 45);
  expect([cursor.get(), ...shade()]).toEqual([null, undefined, undefined]);
  point(svg, 'move', 420);
  expect(cursor.get()).toBe(10);
  point(svg, 'out');
  expect(cursor.get()).toBeNull();
  flushSync(() => cursor.set(50));
  expect(shade()).toEqual(['421', '375']);
});

it('leaves hidden series out of what it says, and writes latencies in ms', () => {
  const figure = { ...columns, metric: 'p95' } as ColumnFigure;
  const part = shown(<ColumnChart {...area} hidden={new Set([rest?.key ?? ''])} figure={figure} />);
  point(svgOf(part), 'move', 100);
  expect(tip()).toContain('10 usersgRPC200 ms');
});

it('reads a cell of a heat map', () => {
  const cursor: TimeCursor = createCursor();
  const columnsOf = [
    { at: 5, span: 5, bands: [3, 7] },
    { at: 10, span: 5, bands: [3, 1, 4, 9] },
  ];
  const part = shown(
    <HeatPlot
      width={800}
      height={213}
      counts="requests"
      grid={{ edgesMs: [1, 2, 4], columns: columnsOf, firstBand: 3, steps: [0.2, 1] }}
      domain={[0, 10]}
      measuredFrom={0}
      cursor={cursor}
      timeLabels={false}
    />,
  );
  const svg = svgOf(part);
  const reading = () => part.querySelector('[data-part=reading]')?.textContent;
  // The plot is 658 pixels wide, from 50, and 200 high, from 7.
  point(svg, 'move', 50 + 329, 107.5);
  expect(cursor.get()).toBe(5);
  expect(reading()).toBe('0:05 · 1–2 ms · 1 request in 5 s');
  point(svg, 'move', 50 + 329, 107);
  expect(reading()).toBe('0:05 · 2–4 ms · 9 requests in 5 s');
  point(svg, 'move', 100, 100);
  expect(reading()).toBe('0:00 · 2–4 ms · 0 requests in 5 s');
  point(svg, 'move', 100, 207);
  expect(reading()).toContain('1–2 ms · 7 requests');
  for (const y of [7, 208]) {
    point(svg, 'move', 100, y);
    expect([reading(), cursor.get() !== null]).toEqual([undefined, true]);
  }
  for (const x of [49, 709]) {
    point(svg, 'move', x, 100);
    expect([cursor.get(), part.querySelector('line[stroke="var(--wb-ink-2)"]')]).toEqual([
      null,
      null,
    ]);
  }
  point(svg, 'move', 50 + 164.5, 100);
  const line = part.querySelector('line[stroke="var(--wb-ink-2)"]');
  expect(attributes(line, 'x1', 'y1', 'y2')).toEqual(['214.5', '7', '207']);
  point(svg, 'out');
  expect([reading(), cursor.get()]).toEqual([undefined, null]);
});

it('moves between the points of a scatter plot by keys', () => {
  const figure = gainFigureOf([
    gainPoint('a', 100, 2),
    gainPoint('b', 200, 3),
    gainPoint('c', 300, 4),
  ]);
  const part = shown(<ScatterPoints figure={figure} area={area} />);
  const buttons = [...part.querySelectorAll('button')];
  const [first] = buttons;
  flushSync(() => first?.focus());
  const focused = () => buttons.indexOf(document.activeElement as HTMLButtonElement);
  const stops = () => buttons.map((button) => button.tabIndex);
  for (const [key, place] of [
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
    ['End', 2],
    ['Home', 0],
    ['x', 0],
    ['ArrowRight', 1],
  ] as const) {
    flushSync(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
    expect([key, focused()]).toEqual([key, place]);
  }
  expect(stops()).toEqual([-1, 0, -1]);
  expect(buttons[1]?.ariaLabel).toMatch(/^gRPC.*b: /);
});
