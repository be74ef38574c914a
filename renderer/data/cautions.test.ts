import { expect, it } from 'vitest';
import { cautions } from './cautions.ts';

const said = {
  limits: [
    '1 of 9 trials did not complete.',
    'The certificate of REST was not verified.',
    'Each cell was measured once, which says nothing about scatter: repeat it at least three times.',
    'Threshold p99 < 50ms missed by 2 trials.',
  ],
  warnings: [
    'Client and service share the 2 cores of this machine and slow each other down.',
    'Each cell runs once, so its scatter is unknown and small differences cannot be told from chance.',
    'A warning.',
  ],
  notes: [
    '2 of 9 trials, such as #1 REST: The certificate of REST was not verified.',
    'A note.',
    'A warning.',
  ],
};

it('says each caution once, and none that another part of the page says', () => {
  expect(cautions({ ...said, saysShared: true, saysMissing: true })).toEqual([
    said.limits[1],
    said.limits[2],
    'A warning.',
    'A note.',
  ]);
});

it('keeps what no other part of the page says', () => {
  const kept = cautions({ ...said, saysShared: false, saysMissing: false });
  expect(kept).toContain(said.warnings[0]);
  expect(kept).toContain(said.limits[0]);
});
