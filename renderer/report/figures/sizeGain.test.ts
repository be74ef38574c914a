import { expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportData } from '../../../contracts/report.ts';
import { figureChoices } from '../../../engine/report/choices.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { statisticsOfReport } from '../../../engine/report/statistics/of-report.ts';
import { makeCell, makeHead, makeResult, makeRound } from '../../../tests/support/records.ts';
import { scriptedEncoded } from '../../../tests/support/scripted-encoded.ts';
import { figureModel } from './model.ts';

const cells = (['small', 'typical', 'large'] as const).flatMap((shape) =>
  (['rest', 'soap', 'grpc'] as const).map((protocol) => makeCell({ protocol, shape })),
);
const trials = cells.map((cell, index) =>
  makeResult(`t${index}`, { index, cell, ...scriptedEncoded(cell) }),
);

const documentOf = (some: readonly TrialResult[]) =>
  buildDocument(makeHead({ id: 'run', name: 'Mine' }), [...some]);
const offered = (some: readonly TrialResult[]) =>
  figureChoices([documentOf(some)]).filter(({ figure }) => figure.type === 'size-gain');

function dataOf(some: readonly TrialResult[]): ReportData {
  const runs = [documentOf(some)];
  const figures = offered(trials).map(({ figure }) => figure);
  const statistics = statisticsOfReport(figures, runs, () => []);
  const nothing = { throughLevels: [], curves: {}, heatMaps: {}, comparisons: {}, published: {} };
  return { runs, ...nothing, ...statistics };
}

it('gain over size in a report is offered in throughput and latency, the first by default if there are enough sizes', () => {
  expect(offered(trials).map(({ label, usual }) => [label, usual])).toEqual([
    ['Size and gain, throughput vs REST', true],
    ['Size and gain, p50 latency vs REST', false],
  ]);
  expect(offered(trials.slice(0, 3))).toEqual([]);
  expect(offered(trials.filter(({ cell }) => cell.protocol === 'rest'))).toEqual([]);
  expect(offered(trials.map(({ encoded, ...rest }) => rest))).toEqual([]);
  const rounds = [10, 20].map((users, index) => makeRound(index, 0, { kind: 'step', users }));
  expect(offered(trials.map((trial) => ({ ...trial, rounds })))).toEqual([]);
});

it('gain over size in a report is a scatter with its table', () => {
  const [choice] = offered(trials);
  const model = choice && figureModel(choice.figure, dataOf(trials));
  expect(model?.stem).toBe('size-gain-throughput-rest');
  expect(model?.chart?.legend.map(({ label }) => label)).toEqual(['SOAP', 'gRPC']);
  expect(model?.caption).toContain('at 10 users · tls off · raw');
  expect(model?.caption).toContain('Run “Mine”');
  expect(model?.table?.rows).toHaveLength(6);
});

it('gain over size in a report is null if the run no longer has its data', () => {
  const [choice] = offered(trials);
  const alone = trials.filter(({ cell }) => cell.protocol === 'rest');
  expect(choice && figureModel(choice.figure, dataOf(alone))).toBeNull();
});
