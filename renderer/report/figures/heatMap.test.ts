import { expect, it } from 'vitest';
import { buildDocument } from '../../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { reportData } from '../../../tests/support/report-data.ts';
import { figureModel } from './model.ts';

it('names the trial of a heat map', () => {
  const cells = (['off', 'on'] as const).flatMap((tls) =>
    [10, 50].map((users) => makeCell({ tls, users })),
  );
  const trials = cells.flatMap((cell, at) =>
    [1, 2].map((repetition) => makeResult(`t${at}-${repetition}`, { cell, repetition })),
  );
  const columns = [{ startSeconds: 0, seconds: 1, counts: [3] }];
  const heatMaps = Object.fromEntries(trials.map(({ id }) => [id, { edgesMs: [1, 2], columns }]));
  const data = reportData([buildDocument(makeHead({ id: 'run' }), trials)], { heatMaps });
  const captions = trials.map(
    ({ id }) => figureModel({ type: 'heat-map', runId: 'run', trialId: id }, data)?.caption,
  );
  expect(new Set(captions).size).toBe(trials.length);
  expect(captions[3]).toMatch(/^Latency over time, REST, no TLS, small, 50 users, repetition 2: /);
});
