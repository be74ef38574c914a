import type { TrialResult } from '../../../contracts/measurement.ts';
import type { MachineUsage } from '../../../contracts/watched.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';

/** A sample of a machine other than the load generator, at a second of a trial. */
function usageAt(second: number): MachineUsage {
  const wave = Math.sin(second / 2);
  return {
    cpuCores: 2.4 + wave,
    memoryBytes: 6e9 + 4e7 * second,
    receivedPerSecond: 4e6 + 1e6 * wave,
    sentPerSecond: 9e6 + 2e6 * wave,
    sockets: 210,
    parts: [
      { cpuCores: 1.7 + wave / 2, memoryBytes: 8e8, processes: 4 },
      { cpuCores: 0.4, memoryBytes: 3e8, processes: 1 },
    ],
  };
}

const figure = (mean: number, max: number) => ({ mean, max });

/** Trials of an experiment whose service ran on another machine, with that machine and one that was only watched. */
export function withOtherSide(text: string, trials: readonly TrialResult[]): TrialResult[] {
  const read = readExperiment(text);
  const name = read.ok ? read.experiment.serviceOn : undefined;
  if (name === undefined) return [...trials];
  const machine = { name, os: 'Linux 6.8', cpu: 'Scripted CPU', cores: 8, memoryBytes: 16e9 };
  return trials.map((trial) => ({
    ...trial,
    serviceOn: { ...machine, host: '192.168.1.6', roundTripMs: 0.218 },
    watched: [
      {
        ...machine,
        name: 'database',
        parts: [
          { kind: 'process', name: 'postgres' },
          { kind: 'container', name: '3f2a9c1b' },
        ],
        missing: [],
        clockErrorMs: 0.109,
        measured: {
          looks: 5,
          cpuCores: figure(2.4, 3.4),
          memoryBytes: figure(6.1e9, 6.4e9),
          receivedPerSecond: figure(4e6, 5e6),
          sentPerSecond: figure(9e6, 11e6),
          sockets: figure(210, 210),
          parts: [
            { cpuCores: figure(1.7, 2.2), memoryBytes: figure(8e8, 8e8) },
            { cpuCores: figure(0.4, 0.4), memoryBytes: figure(3e8, 3e8) },
          ],
        },
        points: Array.from({ length: 12 }, (_, second) => ({
          ...usageAt(second + 1),
          at: second + 1,
        })),
      },
    ],
  }));
}
