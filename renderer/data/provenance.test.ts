import { expect, it } from 'vitest';
import type { TrialResult } from '../../contracts/measurement.ts';
import { sampleDocument } from '../../tests/support/sample-document.ts';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { provenanceOf, provenanceOfRuns } from './provenance.ts';

it('says of a picture when, with which TLS and on what machine its run was', () => {
  const { analysis, ...rest } = sampleDocument();
  const finding = {
    sentences: [],
    limits: [],
    conditions: '2 cores of Example CPU 3000 · 3 repetitions',
    evidence: [],
  };
  const [off, on] = [testTrial({ cell: { tls: 'off' } }), testTrial({ cell: { tls: 'tls1.3' } })];
  const words = (trials: readonly TrialResult[]) =>
    provenanceOf({ ...rest, trials: [...trials], analysis: { ...analysis, finding } });
  expect(words([off, off])).toMatch(
    /^\d+ \w+ \d{4}, \d\d:\d\d · no TLS · 2 cores of Example CPU 3000 · 3 repetitions$/,
  );
  // Where both are drawn, the legend says which is which.
  expect(words([off, on])).not.toContain('TLS');
});

it('names the runs of a comparison, each with its time, and their machine once', () => {
  const { run } = sampleDocument();
  const runs = ['First', 'Second'].map((name) => ({ ...run, name, cells: [], differences: [] }));
  expect(provenanceOfRuns(runs)).toMatch(
    /^First \(.*\d\d:\d\d\), Second \(.*\d\d:\d\d\) · \d+ cores? of [^,]+$/,
  );
});
