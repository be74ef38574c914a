import { expect, it } from 'vitest';
import type { ReportFigure } from '../../../contracts/report.ts';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { whyMissing } from './missing.ts';
import { figureModel } from './model.ts';

const runOf = (id: string) => buildDocument(makeHead({ id }), [makeResult(id)]);
const runs = ['here', 'other', 'ladder'].map(runOf);
const data = reportData(runs, { throughLevels: ['ladder'] });
const statistics = (runId: string): ReportFigure => ({
  type: 'statistics',
  runId,
  factor: 'protocol',
  against: 'soap',
  metric: 'throughput',
});
const gain = { type: 'size-gain', against: 'rest', metric: 'throughput', part: 'both' } as const;
const noCompared = 'A run that this figure compares no longer exists.';
const levels =
  'The trials went through several levels of load, and one figure for all of them would describe no load at all.';

const cases: [why: string, figure: ReportFigure][] = [
  ['The run that this figure describes no longer exists.', statistics('gone')],
  [noCompared, { type: 'run-comparison', baselineId: 'gone', runId: 'here' }],
  [noCompared, { type: 'intervals', baselineId: 'here', otherIds: ['gone'], metric: 'mean' }],
  [
    'The runs that this figure describes no longer exist.',
    { type: 'environment', runIds: ['gone', 'gone too'] },
  ],
  [
    'The runs have more pairs of cells than one comparison takes.',
    { type: 'intervals', baselineId: 'here', otherIds: ['other'], metric: 'mean' },
  ],
  [levels, statistics('ladder')],
  [levels, { type: 'comparisons', runId: 'ladder' }],
  ['The run has no rounds.', { type: 'rounds', runId: 'ladder', trialId: 'none' }],
  [
    'The run has no repeated cells that differ in one factor alone from those with SOAP.',
    statistics('here'),
  ],
  [
    'The run has no trials for the shape large.',
    { type: 'columns', runId: 'here', shape: 'large', metric: 'mean' },
  ],
  [
    'The run has no protocols to compare by the sizes of their messages with REST at 50 users.',
    { ...gain, runId: 'here', load: '50 users' },
  ],
  ['The run has no cells that differ in TLS alone.', { type: 'tls', runId: 'here' }],
  ['The run has no figures of energy.', { type: 'energy', runId: 'here' }],
];

it.each(cases)('in the place of a figure that cannot be drawn stands: %s', (why, figure) => {
  expect(figureModel(figure, data)).toBeNull();
  expect(whyMissing(figure, data)).toBe(why);
});
