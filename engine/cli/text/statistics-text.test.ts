import { describe, expect, it } from 'vitest';
import { trialsOf } from '../../../tests/support/made-finding.ts';
import { makeHead } from '../../../tests/support/records.ts';
import { statisticsOf } from '../../report/statistics/analysis.ts';
import { studyOf } from '../../report/statistics/study/study.ts';
import { countValues } from '../../stats/counted.ts';
import { drawStatistics } from './statistics-text.ts';
import { drawStudy } from './study-text.ts';

const trials = trialsOf([
  [{ protocol: 'rest', users: 10 }, [1000, 1010, 990, 1005]],
  [{ protocol: 'soap', users: 10 }, [500, 506, 497, 505.5]],
]);
const run = { head: makeHead(), trials };
const study = {
  ...{ factor: null, control: null, treatment: null, metric: null, alpha: 0.05, repetition: 1 },
  side: 'less' as const,
};

describe('statistics in a terminal', () => {
  it('have words first, then cells, then ratios three ways', () => {
    const choice = { factor: null, against: null, metrics: ['throughput' as const] };
    expect(drawStatistics(statisticsOf(run, choice))).toMatchSnapshot();
  });

  const sample = ({ cell }: { cell: { protocol: string } }) =>
    countValues(cell.protocol === 'rest' ? [5, 6, 7, 8] : [1, 2, 3, 4]);
  it.each([
    ['of performance', 'isep-performance', sample],
    ['of energy', 'isep-energy', () => []],
    ['of performance without values', 'isep-performance', () => []],
  ] as const)('say of a study’s procedure %s what it decides', (_what, pipeline, values) => {
    expect(drawStudy(studyOf(run, { ...study, pipeline }, values))).toMatchSnapshot();
  });
});
