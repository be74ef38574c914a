import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineRuns } from '../../support/engine-runs.ts';

const { runToEnd } = engineRuns();

/** Two of the shortest; the command `campaign` runs them all. */
const twins = [
  { id: 'edinburgh-2022/wire-quick', trials: 3, requests: 3 },
  { id: 'vu-2020/reuse-load-new-quick', trials: 4, requests: 80 },
];

describe('the quick twins of the studies', () => {
  it.each(twins)(
    '$id runs without a failed request',
    async ({ id, trials, requests }) => {
      const place = new URL(`../../../fixtures/experiments/${id}.bench.yaml`, import.meta.url);
      const document = await runToEnd(readFileSync(place, 'utf8'));
      expect(document.run.status).toBe('completed');
      expect(document.trials).toHaveLength(trials);
      expect(document.trials.flatMap(({ errors }) => errors)).toEqual([]);
      const counts = document.trials.map((trial) => trial.requests);
      expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(0);
      expect(counts.reduce((sum, { ok }) => sum + ok, 0)).toBe(requests);
    },
    120_000,
  );
});
