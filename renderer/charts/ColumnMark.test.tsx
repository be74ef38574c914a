import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { columnFigure, figureNotes } from '../data/columns.ts';
import { ColumnPlot, columnLegend } from './ColumnPlot.tsx';
import { Swatch, swatchWidth } from './Swatch.tsx';

/** REST and gRPC with and without TLS, where the trials of one TLS level have that verdict. */
const figure = columnFigure(
  (['rest', 'grpc'] as const).flatMap((protocol) =>
    (['off', 'tls1.3'] as const).flatMap((tls) =>
      (['ok', 'suspect', 'client-bound'] as const).map((verdict, index) => {
        const trial = testTrial({ cell: { protocol, tls, users: 10 ** index } });
        return { ...trial, client: { ...trial.client, verdict } };
      }),
    ),
  ),
  'small',
  'throughput',
);

const none: ReadonlySet<string> = new Set();
const draw = (of: typeof figure, width: number) =>
  renderToStaticMarkup(
    <ColumnPlot figure={of} width={width} height={300} hidden={none} log={none} print />,
  );
const drawn = draw(figure, 700);
/** Columns in drawing order: level by level, series by series. */
const columns = drawn
  .split('<g><g><rect')
  .slice(1)
  .map((markup) => ({
    fill: /fill-opacity="([\d.]+)"/.exec(markup)?.[1],
    dots: markup.includes('stroke-linecap="round"'),
    doubt: /data-doubt="([a-z-]+)"/.exec(markup)?.[1] ?? 'ok',
  }));

it('an untrusted column shows its doubt over the fill of its variant and the pattern of its protocol', () => {
  const looks = [
    { fill: '1', dots: false },
    { fill: '0.38', dots: false },
    { fill: '1', dots: true },
    { fill: '0.38', dots: true },
  ];
  const expected = ['ok', 'suspect', 'client-bound'].flatMap((doubt) =>
    looks.map((look) => ({ ...look, doubt })),
  );
  expect(columns).toEqual(expected);
});

it('an untrusted column shows its doubt only at the foot if it is narrow, so that its fill is visible', () => {
  const narrow = draw(figure, 130);
  const heights = [...narrow.matchAll(/data-doubt[^>]*><path d="([^"]+)"/g)].map(([, d = '']) => {
    const ys = [...d.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
    return Math.max(...ys) - Math.min(...ys);
  });
  expect(heights).toHaveLength(8);
  expect(Math.max(...heights)).toBeLessThanOrEqual(14);
});

it('an untrusted column keeps its value clear of the lines of doubt, however low it is', () => {
  const trial = (users: number, throughputRps: number) =>
    testTrial({
      cell: { users },
      verdict: users === 100 ? 'client-bound' : 'suspect',
      throughputRps,
    });
  const trials = [trial(1, 1), trial(10, 1000), trial(100, 1000)];
  const low = columnFigure(trials, 'small', 'throughput');
  const markup = draw(low, 400);
  const tops = [...markup.matchAll(/data-doubt[^>]*><path d="([^"]+)"/g)].map(([, d = '']) =>
    Math.min(...[...d.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y))),
  );
  const figures = [...markup.matchAll(/y="([\d.]+)"[^>]*font-weight="500"/g)].map(([, y]) =>
    Number(y),
  );
  expect(tops).toHaveLength(3);
  expect(figures).toHaveLength(3);
  for (const [index, y] of figures.entries()) expect(y).toBeLessThan((tops[index] ?? 0) - 4);
});

it('an untrusted column is explained in the legend, next to the series, if there is one', () => {
  const legend = columnLegend(figure);
  expect(legend.map(({ label }) => label)).toEqual([
    'REST, no TLS',
    'REST, TLS 1.3',
    'gRPC, no TLS',
    'gRPC, TLS 1.3',
    'suspect',
    'client-bound',
  ]);
  const swatches = legend.map((item) => renderToStaticMarkup(<Swatch item={item} />));
  expect(new Set(swatches).size).toBe(legend.length);
  // One symbol each: the marker is within the swatch.
  expect(legend.slice(0, 4).map(swatchWidth)).toEqual([18, 18, 18, 18]);
  expect(swatches.filter((swatch) => swatch.includes('data-doubt'))).toHaveLength(2);
  const trusted = columnFigure([testTrial({})], 'small', 'throughput');
  expect(columnLegend(trusted).map(({ label }) => label)).toEqual(['REST']);
});

it('columns that are all in the same doubt have no lines, but a sentence', () => {
  const all = ['rest', 'grpc'] as const;
  const trials = all.map((protocol) => testTrial({ cell: { protocol }, verdict: 'client-bound' }));
  const alike = columnFigure(trials, 'small', 'throughput');
  expect(draw(alike, 400)).not.toContain('data-doubt');
  expect(columnLegend(alike).map(({ label }) => label)).toEqual(['REST', 'gRPC']);
  expect(figureNotes(alike)).toEqual(['All columns: client-bound.']);
});
