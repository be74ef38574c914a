import type { EnergyConsumer, EnergySpread, TrialEnergy } from '../../contracts/energy.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { CellEnergy } from '../../contracts/result.ts';
import { mean } from '../stats/moments.ts';

type Measured = TrialResult & { energy: TrialEnergy };

/** Energy of each cell over its completed repetitions; empty where no trial has energy results. */
export function analyseEnergy(trials: readonly TrialResult[]): CellEnergy[] {
  const measured = trials.filter(
    (trial): trial is Measured => trial.status === 'completed' && Boolean(trial.energy),
  );
  const byCell = Map.groupBy(measured, ({ cell }) => describeCell(cell));
  return [...byCell.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [cellEnergy(first, [first, ...others])],
  );
}

function cellEnergy({ cell, energy }: Measured, trials: readonly Measured[]): CellEnergy {
  const all = trials.map((trial) => trial.energy);
  const perRequest = all.map((one) => one.joulesPerRequest).filter((one) => one !== null);
  const baselines = all.map((one) => one.baselineJoules).filter((one) => one !== null);
  return {
    cell,
    source: energy.source,
    trials: all.length,
    joules: spread(all.map(({ joules }) => joules)),
    joulesPerRequest: perRequest.length > 0 ? spread(perRequest) : null,
    baselineJoules: baselines.length > 0 ? mean(baselines) : null,
    processes: meanShares(all),
    intervalMs: energy.intervalMs,
    wattsPerCore: energy.wattsPerCore,
    flags: [...new Set(all.flatMap(({ flags }) => flags))],
  };
}

/** A process missing in a trial used no energy in it. */
function meanShares(all: readonly TrialEnergy[]): CellEnergy['processes'] {
  const names = [...new Set(all.flatMap(({ processes }) => processes.map(({ who }) => who)))];
  const partOf = (one: TrialEnergy, who: EnergyConsumer) =>
    one.processes.find((part) => part.who === who)?.joules ?? 0;
  return names.map((who) => ({ who, joules: mean(all.map((one) => partOf(one, who))) }));
}

/** @param values at least one. */
function spread(values: readonly number[]): EnergySpread {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return {
    mean: mean(values),
    median: (lower + upper) / 2,
    min: Math.min(...values),
    max: Math.max(...values),
  };
}
