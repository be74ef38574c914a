import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ReportFigureType } from '../../../contracts/report.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeCell, makeHead, makeResult, makeRound } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

const throughputs = { rest: [400, 1000, 1500, 1600], grpc: [200, 700, 1900, 3000] };

/** Two step loads that cross between 4 and 16 users, with this many repetitions. */
function documentOf(repetitions: number) {
  const trials = (['rest', 'grpc'] as const).flatMap((protocol) =>
    Array.from({ length: repetitions }, (_none, index) => {
      const { users: _users, ...cell } = makeCell({ protocol });
      const rounds = throughputs[protocol].map((throughputRps, at) =>
        makeRound(at, 4 ** at, { throughputRps: throughputRps * (1 + index / 100) }),
      );
      return makeResult(`${protocol}-${index}`, { cell, repetition: index + 1, rounds });
    }),
  );
  return buildDocument(makeHead({ id: 'run' }), trials);
}

function modelOf(type: ReportFigureType, repetitions: number) {
  const runs = [documentOf(repetitions)];
  const data = reportData(runs);
  const figure = figureChoices(runs).find((one) => one.figure.type === type)?.figure;
  return figure ? figureModel(figure, data) : null;
}

function drawn(repetitions: number): string {
  const nothing: ReadonlySet<string> = new Set();
  const area = { width: 600, height: 340, hidden: nothing, log: nothing, print: true };
  return renderToStaticMarkup(modelOf('saturation', repetitions)?.chart?.draw(area));
}

it('a report shows where curves cross, in a table and its caption', () => {
  const model = modelOf('crossovers', 3);
  expect(model?.caption).toMatch(/Throughput of gRPC passes REST at 9\.2 users \(95 % interval/);
  expect(model?.table?.header).toEqual(['Where', 'Figure', 'Users', 'From', 'To', 'Finding']);
  const [row] = model?.table?.rows ?? [];
  expect(row?.slice(0, 2)).toEqual(['small', 'throughput']);
  const [level, low, high] = (row ?? []).slice(2, 5).map(Number);
  expect(level).toBeCloseTo(9.21, 1);
  expect(low).toBeLessThan(level ?? 0);
  expect(high).toBeGreaterThan(level ?? 0);
});

it('the curves have a cross only at significant crossings', () => {
  expect(drawn(3)).toMatch(/<text[^>]*>9\.2<\/text>/);
  expect(drawn(2)).not.toMatch(/<text[^>]*>9\.2<\/text>/);
});

it('a report has a sentence instead of a table if nothing is certain', () => {
  const model = modelOf('crossovers', 2);
  expect(model?.table).toBeNull();
  const usual = (repetitions: number) =>
    figureChoices([documentOf(repetitions)]).find(({ figure }) => figure.type === 'crossovers')
      ?.usual;
  expect([usual(3), usual(2)]).toEqual([true, false]);
  expect(model?.caption).toMatch(/^Of 4 comparisons of two curves over load, none is certain: /);
});

it('the curves of one repetition are not presented as those of all', () => {
  expect(modelOf('saturation', 3)?.caption).toMatch(/for the shape small, repetition 1; rings/);
  expect(modelOf('saturation', 3)?.table?.caption).toBe('Saturation, small, repetition 1');
  expect(modelOf('saturation', 1)?.caption).toMatch(/for the shape small; rings/);
});
