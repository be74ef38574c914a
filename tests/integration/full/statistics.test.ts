import { describe, expect, it } from 'vitest';
import { statisticsSchema } from '../../../contracts/statistics.ts';
import { wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';

const experiment = `wirebench: 1
name: Repeated
factors:
  protocol: [rest, grpc]
  users: [2]
load:
  model: closed
  requests: 60
repetitions: 4
order: interleaved
`;

describe('statistics of a stored run', () => {
  const runs = engineRuns();

  it('are answered to window and command line, from the store', async () => {
    const { run, trials } = await runs.runToEnd(experiment);
    const { statistics } = runs.engine.client;
    const found = await statistics.analyse({ runId: run.id });
    expect(found).toMatchObject({ factor: 'protocol', against: 'rest' });
    expect(found.words[0]).toBe('The trial is the unit: 4 completed repetitions of 2 cells.');
    expect(found.comparison?.rows[0]?.metrics.map(({ baseline }) => baseline.trials)).toEqual([
      4, 4, 4, 4, 4,
    ]);
    expect(found.aa.tests).toBeGreaterThan(0);

    const study = await statistics.study({ runId: run.id, pipeline: 'isep-performance' });
    const [row] = study.rows;
    // The sample is every successful request of the first repetition, no more and no less.
    const first = trials.find(
      ({ cell, repetition }) => cell.protocol === 'rest' && repetition === 1,
    );
    expect(row?.control.size).toBe(first?.requests.ok);
    const { max = 0, mean = 0 } = first?.latencyMs ?? {};
    const largest = row?.control.ecdf.at(-1)?.value ?? 0;
    expect(Math.abs(largest - max)).toBeLessThan(0.001 * max + 0.001);
    expect(Math.abs((row?.control.mean ?? 0) - mean)).toBeLessThan(0.001 * mean + 0.001);
    const energy = await statistics.study({ runId: run.id, pipeline: 'isep-energy' });
    expect(energy.rows).toMatchObject([{ pairs: 4 }]);

    const json = await wirebench(runs.home, ['stats', 'latest', '--metric', 'p50', '--json']);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    const printed = statisticsSchema.parse(JSON.parse(json.stdout));
    expect(printed.cells[0]?.figures.map(({ metric }) => metric)).toEqual(['p50']);
  });
});
