import type { TrialEnergy } from '../../contracts/energy.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Analysis } from '../../contracts/result.ts';
import { readExperiment } from '../../engine/experiment/read.ts';
import { analyse } from '../../engine/report/analysis.ts';
import { orderedRun } from '../../engine/report/comparisons.ts';
import { trialEnergy } from '../../engine/run/energy/trial-energy.ts';

/** CPU and memory of an invented gateway, next to an invented service. */
function gatewayOf({ cell, requests }: TrialResult): TrialResult['gateway'] {
  if (cell.gateway !== 'on') return null;
  return {
    cpuSeconds: 0.000_12 * requests.ok,
    rssPeakBytes: 96_000_000,
    heapPeakBytes: 31_000_000,
    eventLoopUtilization: 0.64,
    requests: requests.ok,
  };
}

/** The energy of an invented trial by the rules of its experiment; 22 W at work, 7 W idle. */
function energyOf(trial: TrialResult, source: string, watts: number): TrialEnergy | null {
  const { seconds } = trial.window;
  const reading = {
    joules: 22 * seconds,
    seconds,
    samples: 6,
    machineCpuSeconds: 9,
    complete: true,
  };
  return trialEnergy({
    terms:
      source === 'estimate'
        ? { source, wattsPerCore: watts }
        : { source: 'rapl', baselineWatts: 7, intervalMs: 1000 },
    readings: [reading],
    cpu: {
      client: trial.client.cpuSeconds,
      service: trial.server?.cpuSeconds ?? null,
      gateway: gatewayOf(trial)?.cpuSeconds ?? null,
      network: null,
    },
    windowSeconds: seconds,
    ended: trial.requests.ok + trial.requests.failed,
    remote: false,
  });
}

/** Trials with everything their experiment puts around client and service; energy only if the file asks for it. */
export function withSurroundings(text: string, trials: readonly TrialResult[]): TrialResult[] {
  const read = readExperiment(text);
  const asked = read.ok && text.includes('\nenergy:') ? read.experiment.energy : null;
  return trials.map((trial) => {
    const gateway = gatewayOf(trial);
    const energy = asked && energyOf(trial, asked.source, asked.wattsPerCore);
    return { ...trial, ...(gateway && { gateway }), ...(energy && { energy }) };
  });
}

/** The analysis of them, by the product's code. */
export function surroundingAnalysis(
  text: string,
  trials: readonly TrialResult[],
): Partial<Pick<Analysis, 'comparisons' | 'energy'>> {
  const { comparisons, energy } = analyse(orderedRun(text, trials));
  return {
    ...(comparisons.some(({ factor }) => factor === 'gateway') && { comparisons }),
    ...(energy && { energy }),
  };
}
