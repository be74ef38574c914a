import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReportFigureType } from '../../../contracts/report.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

/** Three protocols without and with TLS, twice each; one cell is missing. */
const throughputs = { rest: [1000, 900], soap: [400, 380], grpc: [4000] };

const document = buildDocument(
  makeHead({ id: 'run' }),
  (['rest', 'soap', 'grpc'] as const).flatMap((protocol) =>
    throughputs[protocol].flatMap((rps, tls) =>
      [1, 2].map((repetition) =>
        makeResult(`${protocol}-${tls}-${repetition}`, {
          cell: makeCell({ protocol, tls: tls === 0 ? 'off' : 'on' }),
          repetition,
          throughputRps: rps * (1 + 0.01 * repetition * (tls + 1)),
        }),
      ),
    ),
  ),
);

function modelOf(type: ReportFigureType) {
  const data = reportData([document]);
  const found = figureChoices([document]).find(({ figure }) => figure.type === type);
  expect(found?.usual).toBe(true);
  return found ? figureModel(found.figure, data) : null;
}

function drawn(type: ReportFigureType): string {
  const nothing: ReadonlySet<string> = new Set();
  const area = { width: 600, height: 340, hidden: nothing, log: nothing, print: true };
  return renderToStaticMarkup(modelOf(type)?.chart?.draw(area));
}

it('a report shows what makes up the variance, with the analysis of variance as its table', () => {
  const model = modelOf('two-way');
  expect(model?.caption).toContain(
    'Between REST, SOAP and gRPC the protocol decides more than TLS',
  );
  expect(model?.caption).toContain('1 cell of the grid is missing.');
  expect(model?.table?.header).toEqual([
    ...['Part', 'Share (%)', 'From (%)', 'To (%)'],
    ...['Sum of squares', 'Degrees', 'F', 'p'],
  ]);
  expect(model?.table?.rows.map(([part]) => part)).toEqual([
    'Protocol',
    'TLS',
    'Interaction',
    'Noise',
  ]);
  const shares = model?.table?.rows.map(([, share]) => Number(share)) ?? [];
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 9);
  expect(drawn('two-way')).toMatch(/share of the variance of logarithms, %/);
});

it('a report shows the means of the cells, the factor with more levels downwards', () => {
  const model = modelOf('cell-means');
  expect(model?.caption).toMatch(/^Throughput by protocol and TLS, requests\/s, geometric means/);
  expect(model?.table?.rows.map(([protocol, tls, , trials]) => [protocol, tls, trials])).toEqual([
    ['REST', 'no TLS', 2],
    ['SOAP', 'no TLS', 2],
    ['gRPC', 'no TLS', 2],
    ['REST', 'TLS', 2],
    ['SOAP', 'TLS', 2],
    ['gRPC', 'TLS', 0],
  ]);
  const texts = [...drawn('cell-means').matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(
    ([, text]) => text,
  );
  expect(texts.slice(0, 3)).toEqual(['no TLS', 'TLS', 'REST']);
  expect(texts.at(-1)).toBe('–');
});
