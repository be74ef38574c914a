import { describe, expect, it } from 'vitest';
import { builtInExperimentSchema } from '../../contracts/engine-api.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { builtInExperiments } from './builtin.ts';
import { estimateSeconds, planTrials, warnings } from './plan.ts';
import { readExperiment } from './read.ts';

function experimentOf(id: string) {
  const result = readExperiment(builtInExperiments().find((one) => one.id === id)?.text ?? '');
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.experiment;
}

const cellsOfPlan = (id: string) =>
  planTrials(experimentOf(id)).map((one) => describeCell(one.cell));

describe('built-in experiments', () => {
  it('come with the one for new users first, each named and described', () => {
    const found = builtInExperiments();
    expect(found.map((one) => one.id)).toEqual([
      'first-look',
      'kth-2024-throughput',
      'kth-2024-throughput-quick',
      'kth-2024-tls',
      'kth-2024-tls-quick',
    ]);
    for (const one of found) {
      expect(builtInExperimentSchema.parse(one)).toEqual(one);
      expect(one.description.length).toBeGreaterThan(100);
    }
    expect(new Set(found.map((one) => one.name)).size).toBe(found.length);
  });

  it('go through the 36 cells of the KTH study, starting with SOAP, small, 50 users', () => {
    const cells = cellsOfPlan('kth-2024-throughput');
    expect(new Set(cells).size).toBe(36);
    expect(cells[0]).toBe('soap · small · 50 users · tls off · raw');
    expect(cellsOfPlan('kth-2024-throughput-quick')).toEqual(cells);
  });

  it('compare TLS off and on in pairs', () => {
    const cells = cellsOfPlan('kth-2024-tls');
    expect(cells).toHaveLength(6);
    expect(cells.slice(0, 2)).toEqual([
      'soap · typical · 100 users · tls off · raw',
      'soap · typical · 100 users · tls on · raw',
    ]);
    expect(cellsOfPlan('kth-2024-tls-quick')).toEqual(cells);
  });

  it('have users and timeouts that go together, and quick twins that are quick', () => {
    for (const { id } of builtInExperiments()) {
      const experiment = experimentOf(id);
      const found = warnings(experiment, { cores: 16, memoryBytes: 32e9 }).join();
      expect(found).not.toMatch(/timeout|fewer users|stay idle|in flight/);
      const seconds = estimateSeconds(experiment, planTrials(experiment));
      if (id.endsWith('-quick') || id === 'first-look') expect(seconds).toBeLessThan(150);
    }
  });

  it('stay the same when an override writes them out again', () => {
    for (const { id, text } of builtInExperiments()) {
      const result = readExperiment(text, { overrides: [{ path: 'seed', value: '7' }] });
      const source = result.ok ? result.source : '';
      expect(result.ok && result.experiment).toEqual({ ...experimentOf(id), seed: 7 });
      expect(source.match(/#/g)?.length).toBe(text.match(/#/g)?.length);
    }
  });
});
