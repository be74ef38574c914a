import { expect, it } from 'vitest';
import { buildDocument } from '../../../engine/report/document.ts';
import { publishedChoices, publishedOfReport } from '../../../engine/report/published.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

const experiment = `wirebench: 1
name: Test
study: {name: kth-2023, tables: [throughput]}
workload: inventory
factors: {protocol: [rest]}
load: {model: closed, requests: 1000}
`;
const trials = (['rest', 'grpc'] as const).map((protocol, index) =>
  makeResult(protocol, {
    cell: makeCell({ protocol, shape: 'l' }),
    throughputRps: 1000 * (index + 1),
  }),
);
const document = buildDocument(makeHead({ id: 'run', name: 'Mine', experiment }), trials);
const figures = publishedChoices(document, true).map(({ figure }) => figure);
const data = reportData([document], { published: publishedOfReport(figures, [document]) });
const model = (type: 'published' | 'published-table') => {
  const figure = figures.find((one) => one.type === type);
  const made = figure && figureModel(figure, data);
  if (!made) throw new Error(`no figure of type ${type}`);
  return made;
};

it('a report beside published figures draws published values with open markers, and names their source and agreement', () => {
  const { chart, caption, table, stem } = model('published');
  expect(stem).toMatch(/^published-kth-2023-throughput/);
  expect(chart?.summary).toMatch(/published, 1000\.00 here/);
  expect(caption).toContain('Open markers: published, another machine.');
  expect(caption).toMatch(/This run has figures for \d+ of \d+ published ratios\./);
  expect(caption).toMatch(/Measured: one trial per cell, .+ in doubt\./);
  expect(caption).toMatch(/Published: .+ 2023, .+ Here: .+ Run “Mine”/);
  expect(table?.header).toEqual(expect.arrayContaining(['Published', 'Here', 'Marks']));
});

it('a report beside published figures prints the table in the form of the study, its marks explained', () => {
  const { kind, caption, table } = model('published-table');
  expect(kind).toBe('table');
  expect(caption).toContain('The study: ');
  expect(table?.rows.flat().join(' ')).toMatch(/\S \/ 1000/);
  const marks = new Set(
    table?.rows
      .flat()
      .join(' ')
      .match(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g),
  );
  expect(marks.size).toBeGreaterThan(0);
  for (const mark of marks) {
    expect(caption).toMatch(new RegExp(`${mark} (capped|borrowed|misprint|doubtful): `));
  }
});

it('a report beside published figures has nothing to draw once the run no longer has the table', () => {
  const none = { ...data, published: {} };
  expect(figures.map((figure) => figureModel(figure, none))).toEqual(figures.map(() => null));
});
