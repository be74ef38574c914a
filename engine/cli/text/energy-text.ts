import { type EnergyConsumer, energyFlagWords } from '../../../contracts/energy.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { CellEnergy } from '../../../contracts/result.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { left, right } from './columns.ts';
import { drawTable } from './table.ts';

const units = [
  [1, 'J'],
  [1e-3, 'mJ'],
  [1e-6, 'µJ'],
] as const;

/** Joules in the largest unit in which they are at least one; the smallest is µJ. */
export function formatJoules(joules: number): string {
  const size = Math.abs(joules);
  const [scale, unit] = units.find(([least]) => size >= least || size === 0) ?? units[2];
  const sign = joules < 0 ? '−' : '';
  return `${sign}${threeDigits(size / scale)} ${unit}`;
}

function shareOf(who: EnergyConsumer) {
  return ({ processes }: CellEnergy) => {
    const part = processes.find((process) => process.who === who);
    return part ? formatJoules(part.joules) : '–';
  };
}

/** The energy of each cell and its consumers. Empty where nothing was measured. */
export function drawEnergy(cells: readonly CellEnergy[], counts: Work): string {
  if (cells.length === 0) return '';
  const who = [...new Set(cells.flatMap(({ processes }) => processes.map((part) => part.who)))];
  return drawTable<CellEnergy>(
    [
      left('cell', ({ cell }) => describeCell(cell)),
      left('source', ({ source }) => source),
      right('per trial', ({ joules }) => formatJoules(joules.mean)),
      right(`per ${workWords[counts].one}`, ({ joulesPerRequest }) =>
        joulesPerRequest ? formatJoules(joulesPerRequest.mean) : '–',
      ),
      right('idle', ({ baselineJoules }) =>
        baselineJoules === null ? '–' : formatJoules(baselineJoules),
      ),
      ...who.map((one) => right(one, shareOf(one))),
    ],
    cells,
  );
}

/** Notes on the energy values, a sentence each. */
export function energyRemarks(cells: readonly CellEnergy[]): string[] {
  const watts = cells.find(({ source }) => source === 'estimate')?.wattsPerCore;
  const estimate =
    watts === undefined || watts === null
      ? []
      : [`Energy is an estimate: CPU time × ${watts} W per core; nothing was measured.`];
  const flagged = cells.flatMap(({ cell, flags }) =>
    flags.map((flag) => `${describeCell(cell)}: energy: ${energyFlagWords[flag]}.`),
  );
  return [...estimate, ...flagged];
}
