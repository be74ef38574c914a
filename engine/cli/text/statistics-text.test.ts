import { describe, expect, it } from 'vitest';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { statisticsOf } from '../../report/statistics/analysis.ts';
import { studyOf } from '../../report/statistics/study/study.ts';
import { countValues } from '../../stats/counted.ts';
import { drawStatistics } from './statistics-text.ts';
import { drawStudy } from './study-text.ts';

const trials = (['rest', 'soap'] as const).flatMap((protocol) =>
  [1000, 1010, 990, 1005].map((rps, index) =>
    makeResult(`${protocol}-${index}`, {
      cell: makeCell({ protocol }),
      repetition: index + 1,
      throughputRps: protocol === 'rest' ? rps : rps / 2 + index,
    }),
  ),
);
const run = { head: makeHead(), trials };
const study = {
  factor: null,
  control: null,
  treatment: null,
  side: 'less',
  alpha: 0.05,
  repetition: 1,
  metric: null,
} as const;

describe('statistics in a terminal', () => {
  it('have words first, then cells, then ratios three ways', () => {
    const text = drawStatistics(
      statisticsOf(run, { factor: null, against: null, metrics: ['throughput'] }),
    );
    expect(text).toMatch(/^The trial is the unit: 4 completed repetitions of 2 cells\./);
    expect(text).toMatch(/A\/A check, odd vs even repetitions of 2 cells/);
    expect(text).toMatch(/rest · small · 10 users · tls off · raw +4 +1,001 +98\d–1,01\d/);
    expect(text).toContain('Throughput vs REST\n');
    expect(text).toMatch(
      /soap · .* ×0\.50 +0\.49 to 0\.51 +50 % +−49\.\d % +−\d+\.\d +2\.1 % +lower, worse/,
    );
    expect(text).toContain("findings after Holm's correction for 1 test.");
  });

  it('say of a study’s procedure what it decides and what to know of it', () => {
    const sample = ({ cell }: { cell: { protocol: string } }) =>
      countValues(cell.protocol === 'rest' ? [5, 6, 7, 8] : [1, 2, 3, 4]);
    const text = drawStudy(studyOf(run, { ...study, pipeline: 'isep-performance' }, sample));
    expect(text).toMatch(/^ISEP 2025, performance procedure\nprotocol: soap \(treatment\) vs rest/);
    expect(text).toMatch(/small · 10 users .* mann-whitney, less +0 +0\.014 +−1\.00 +Significant/);
    expect(text).toContain('- Its unit is the request of one trial.');
    const energy = drawStudy(studyOf(run, { ...study, pipeline: 'isep-energy' }, () => []));
    expect(energy).toMatch(/ 4 +1000 requests\/s +50\d requests\/s .* Reject H0/);
    const none = drawStudy(studyOf(run, { ...study, pipeline: 'isep-performance' }, () => []));
    expect(none).toContain('No pair of cells has the figures it needs.');
  });
});
