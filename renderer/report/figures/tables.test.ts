import { expect, it } from 'vitest';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

/** The comparisons within a run of two protocols, each measured with this many repetitions. */
function comparisonsOf(repetitions: number) {
  const trials = (['rest', 'grpc'] as const).flatMap((protocol, place) =>
    Array.from({ length: repetitions }, (_, index) =>
      makeResult(`${protocol}-${index}`, {
        cell: makeCell({ protocol }),
        index: place * repetitions + index,
        repetition: index + 1,
        throughputRps: 1000 * (place + 1) + 10 * index,
      }),
    ),
  );
  const data = reportData([buildDocument(makeHead({ id: 'run', name: 'Mine' }), trials)]);
  const model = figureModel({ type: 'comparisons', runId: 'run' }, data);
  const header = model?.table?.header ?? [];
  return { header, shown: model?.shown?.map((at) => header[at]), caption: model?.caption };
}

const intervals = ['Throughput', 'Mean', 'p95'].map((name) => `${name} (95 % interval)`);

it('omits intervals from a page if no ratio has one, and says so', () => {
  const { header, shown, caption } = comparisonsOf(1);
  expect(shown).toEqual([
    'Compared',
    'Where',
    'Throughput (times)',
    'Mean (times)',
    'p95 (times)',
    'Health',
  ]);
  expect(header).toEqual(expect.arrayContaining(intervals));
  expect(caption).toContain('None has an interval.');
});

it('shows intervals of repeated cells', () => {
  const { shown, caption } = comparisonsOf(3);
  expect(shown).toEqual(expect.arrayContaining(intervals));
  expect(caption).not.toContain('None has an interval');
});
