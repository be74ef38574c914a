import { describe, expect, it } from 'vitest';
import { drawableMetrics, type OurFigure, type PublishedTable } from '../../contracts/published.ts';
import { tallyOf } from '../../engine/published/tally.ts';
import { namesStudy, publishedFigureTable, studyFormTable, tableGrid } from './published.ts';
import { publishedFigure, publishedNotes, publishedSummary } from './publishedFigure.ts';

const place = (size: string, protocol: string) => ({ size, protocol });
const value = (size: string, protocol: string, number: number, marks: [string?] = []) => ({
  at: place(size, protocol),
  metric: 'rps',
  value: number,
  printed: number.toFixed(1),
  marks: marks.map((note = '') => ({ kind: 'capped' as const, note })),
  from: `/${size}/${protocol}`,
});
const dimension = (name: string, levels: Readonly<Record<string, string>>) => ({
  key: name.toLowerCase(),
  name,
  levels: Object.entries(levels).map(([key, level]) => ({ key, name: level })),
});
const table: PublishedTable = {
  study: 'kth-2023',
  id: 'throughput',
  title: 'Throughput',
  source: 'Table 1',
  machine: 'a machine',
  metrics: [{ key: 'rps', name: 'Throughput', unit: 'requests/s', better: 'higher' }],
  dimensions: [
    dimension('Size', { S: 'small', L: 'large' }),
    dimension('Protocol', { rest: 'REST', grpc: 'gRPC' }),
  ],
  across: ['protocol'],
  settings: [],
  notes: [],
  claims: [],
  figures: 3,
  // Neither rows nor columns stand in the order of their levels.
  values: [
    value('L', 'grpc', 50, ['The link.']),
    value('S', 'rest', 2000),
    value('S', 'grpc', 1000),
  ],
};
const ours = (value: number): OurFigure => ({
  trials: 2,
  value,
  low: value,
  high: value,
  text: String(value),
  borrowed: false,
  verdict: 'ok',
});
const compared = {
  table,
  ours: [null, ours(300), ours(600)],
  pairs: [],
  counts: { agrees: 1, disagrees: 2, undetected: 0, untold: 0 },
  tally: tallyOf([]),
  words: '',
  notes: [],
};

describe('a published table', () => {
  it('is laid out by its headings, in the order of their levels, ours beside each figure', () => {
    const grid = tableGrid(table, compared.ours);
    expect(grid.rowNames).toEqual(['Size']);
    expect(grid.columns.map(({ labels }) => labels)).toEqual([['REST'], ['gRPC']]);
    const texts = grid.rows.map(({ labels, cells }) => [
      ...labels,
      ...cells.map((cell) => cell && [cell.value.printed, cell.ours?.text, ...cell.notes]),
    ]);
    expect(texts).toEqual([
      ['small', ['2000.0', '300'], ['1000.0', '600']],
      ['large', null, ['50.0', undefined, 1]],
    ]);
    expect(grid.footnotes).toEqual([{ kind: 'capped', note: 'The link.' }]);
  });

  it('is saved with its marks and what was printed', () => {
    const { header, rows } = publishedFigureTable(compared);
    expect(header).toContain('Here');
    const nothing = [null, null, null, null];
    const printed = ['large', 'gRPC', 'Throughput', 'requests/s', 50, '50.0'];
    expect(rows[0]).toEqual([...printed, ...nothing, 'capped: The link.']);
  });

  it('is printed in the form of the study, ours after each value, marks by number', () => {
    const { header, rows } = studyFormTable(compared);
    expect(header).toEqual(['Size', 'REST, requests/s', 'gRPC, requests/s']);
    expect(rows).toEqual([
      ['small', '2000.0 / 300', '1000.0 / 600'],
      ['large', null, '50.0¹ / –'],
    ]);
  });

  it('is drawn by protocol, without the groups that we have nothing of, and not drawn where we have nothing', () => {
    const [metric] = drawableMetrics(compared);
    if (!metric) throw new Error('nothing to draw');
    const figure = publishedFigure(compared, metric);
    expect(figure.series.map(({ protocol }) => protocol)).toEqual(['rest', 'grpc']);
    expect(figure.groups.map(({ labels }) => labels)).toEqual([['small']]);
    expect(figure.isLog).toBe(false);
    expect(publishedSummary(figure)).toContain('REST 2000.0 published, 300 here');
    expect(drawableMetrics({ ...compared, ours: [null, null, null] })).toEqual([]);
  });
});

it('a chart beside published figures says which of ours are in doubt, and hatches them', () => {
  const [metric] = drawableMetrics(compared);
  if (!metric) throw new Error('nothing to draw');
  const bound = { ...ours(300), verdict: 'client-bound' as const };
  const figure = publishedFigure({ ...compared, ours: [null, bound, ours(600)] }, metric);
  expect(figure.groups[0]?.columns.map((one) => one?.ours?.verdict)).toEqual([
    'client-bound',
    'ok',
  ]);
  expect(publishedNotes(figure).join(' ')).toContain('Hatched: client-bound');
  const alike = publishedFigure({ ...compared, ours: [null, bound, bound] }, metric);
  expect(publishedNotes(alike).join(' ')).toContain('All columns: client-bound');
});

it('a chart beside published figures draws changes in percent as what they leave', () => {
  const metric = { key: 'rps', name: 'Throughput', unit: '% change', better: 'higher' } as const;
  const changes = {
    ...compared,
    table: {
      ...table,
      metrics: [metric],
      values: [value('S', 'rest', -55), value('S', 'grpc', -8), value('L', 'grpc', -35)],
    },
    ours: [ours(-40), ours(-10), null],
  };
  expect(drawableMetrics(changes)).toEqual([metric]);
  const figure = publishedFigure(changes, metric);
  const drawn = figure.groups.flatMap(({ columns }) => columns.map((one) => one?.drawn));
  expect(drawn).toEqual([
    { published: 45, ours: { value: 60, low: 60, high: 60 } },
    { published: 92, ours: { value: 90, low: 90, high: 90 } },
  ]);
  expect(publishedNotes(figure).join(' ')).toContain('stands at 45 %');
});

it('sees whether an experiment names a study', () => {
  expect(namesStudy('wirebench: 1\nstudy: {name: vu-2020, tables: [response-times]}\n')).toBe(true);
  expect(namesStudy('{"wirebench": 1, "study": {"name": "vu-2020"}}')).toBe(true);
  expect(namesStudy('wirebench: 1\ndescription: >-\n  a study: of mine\n')).toBe(false);
});
