import { describe, expect, it } from 'vitest';
import { type ReportFigure, statisticsKey } from '../../../contracts/report.ts';
import { runOf } from '../../../tests/support/made-runs.ts';
import { statisticsOfReport } from './of-report.ts';

describe('the statistics of a report', () => {
  const document = runOf(
    [
      [{ protocol: 'rest' }, 1],
      [{ protocol: 'grpc' }, 2],
    ],
    { repetitions: 4 },
  );
  const runId = document.run.id;
  const choice = {
    pipeline: 'isep-performance',
    factor: 'protocol',
    control: 'rest',
    treatment: 'grpc',
    side: 'less',
    alpha: 0.05,
    repetition: 1,
    metric: null,
    name: 'small · 10 users · tls off · raw',
  } as const;
  const statistics = {
    type: 'statistics',
    runId,
    factor: 'protocol',
    against: 'rest',
    metric: 'throughput',
  } as const;
  const sample = () => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => ({ value, count: 1 }));
  const of = (...figures: ReportFigure[]) => statisticsOfReport(figures, [document], sample);

  it('are by the key of their figures', () => {
    const aa = { type: 'aa-check', runId, metric: 'mean' } as const;
    const found = of(statistics, statistics, aa, { type: 'trials', runId });
    expect(Object.keys(found.statistics)).toEqual([statisticsKey(statistics), statisticsKey(aa)]);
    expect(found.statistics[statisticsKey(statistics)]).toMatchObject({
      factor: 'protocol',
      against: 'rest',
    });
    expect(found.studies).toEqual({});
    const gain = {
      type: 'size-gain',
      runId,
      against: 'rest',
      metric: 'p50',
      part: 'request',
      load: '',
    } as ReportFigure;
    expect(Object.keys(of(gain).statistics)).toEqual([
      statisticsKey({ ...statistics, metric: 'p50' }),
    ]);
  });

  it('are the same for both figures of a row of a study', () => {
    const ecdf = { type: 'ecdf', runId, study: choice } as ReportFigure;
    const bootstrap = { type: 'bootstrap', runId, study: choice } as ReportFigure;
    const { studies } = of(ecdf, bootstrap);
    expect(
      Object.values(studies).map(({ rows }) =>
        rows.map(({ name, control }) => [name, control.size]),
      ),
    ).toEqual([[[choice.name, 9]]]);
  });

  it('leave out runs that are gone and levels that are not there', () => {
    const none = { statistics: {}, studies: {} };
    expect(of({ ...statistics, runId: 'gone' })).toEqual(none);
    expect(of({ ...statistics, against: 'soap' })).toEqual(none);
    const broken = () => {
      throw new Error('broken');
    };
    const ecdf = { type: 'ecdf', runId, study: choice } as ReportFigure;
    expect(() => statisticsOfReport([ecdf], [document], broken)).toThrow('broken');
  });
});
