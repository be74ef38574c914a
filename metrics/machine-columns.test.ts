import { describe, expect, it } from 'vitest';
import { makeResult } from '../tests/support/records.ts';
import { columnText } from './columns.ts';
import { machineColumns, machineLosses, machineRows } from './machine-columns.ts';

const { latencyMs } = makeResult('t', {});
const machine = (name: string, ok: number) => ({
  ...{ name, cpu: 'any', cores: 4, workers: 3, throughputRps: ok / 2 },
  requests: { ok, failed: 0, dropped: 0 },
  latencyMs: { ...latencyMs, p50: 1.5 },
  client: {
    verdict: ok > 0 ? ('ok' as const) : ('suspect' as const),
    ...{ reasons: [], cpuSeconds: 1, eventLoopUtilization: 0.25 },
  },
  ...{ roundTripMs: 0.5, clockErrorMs: 0.25 },
});

describe('the machines of a load', () => {
  it('have a row each, with the accuracy of their clocks and their metrics', () => {
    const rows = machineRows([makeResult('t', { machines: [machine('a', 10), machine('b', 0)] })]);
    const shown = ['machine', 'workers', 'throughput', 'p50', 'busy', 'clock_error', 'verdict'];
    const said = rows.map((row) =>
      machineColumns(rows)
        .filter(({ id }) => shown.includes(id))
        .map((column) => columnText(column, row)),
    );
    expect(said.map((row) => row.join(' '))).toEqual([
      'a 3 5.00 1.50 25.0 0.250 ok',
      'b 3 0 – 25.0 0.250 suspect',
    ]);
    expect(machineColumns(rows).some(({ id }) => id === 'target_trip')).toBe(false);
    expect(machineRows([makeResult('t', {})])).toEqual([]);
  });

  it('show the round trip to the target from each, if known', () => {
    const near = { ...machine('a', 10), targetTripMs: 0.125 };
    const rows = machineRows([makeResult('t', { machines: [near, machine('b', 10)] })]);
    const [column] = machineColumns(rows).filter(({ id }) => id === 'target_trip');
    expect(rows.map((row) => column && columnText(column, row))).toEqual(['0.125', '–']);
  });

  it('are named if they were lost, whether that ended the trial or not', () => {
    const lost = { name: 'a', sinceSeconds: 12.4, workers: 2, ofWorkers: 6 };
    const failure = { code: 'MACHINE_LOST', message: 'b fell silent' } as const;
    const trials = [
      makeResult('t', {}),
      makeResult('u', { lostMachines: [lost] }),
      makeResult('v', { status: 'failed', failure }),
      makeResult('w', { status: 'failed', failure: { code: 'SERVICE_DIED', message: 'gone' } }),
    ];
    expect(machineLosses(trials)).toMatchSnapshot();
  });
});
