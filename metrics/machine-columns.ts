import { describeCell } from '../contracts/experiment/cell.ts';
import type { MachineResult, TrialResult } from '../contracts/measurement.ts';
import { type Column, numbers } from './columns.ts';
import { formatCount, formatWholeSeconds, threeDigits } from './format.ts';
import { placeName } from './place-columns.ts';
import { shareColumns, trialColumnsOf } from './share-columns.ts';

/** A machine that generated a part of the load, with its trial. */
export interface MachineRow {
  readonly trial: TrialResult;
  readonly machine: MachineResult;
}

/** Title of these tables. */
export const machinesTitle = 'Machines';

/** All machines of some trials, in the order of execution. */
export function machineRows(trials: readonly TrialResult[]): MachineRow[] {
  return trials.flatMap((trial) => (trial.machines ?? []).map((machine) => ({ trial, machine })));
}

/** Machines lost in some trials, as sentences without a full stop; empty if all stayed. */
export function machineLosses(trials: readonly TrialResult[]): string[] {
  return trials.flatMap(({ cell, failure, lostMachines = [] }) => [
    ...lostMachines.map(
      ({ name, sinceSeconds }) =>
        `${describeCell(cell)}: ${name} was lost ${formatWholeSeconds(sinceSeconds)} after the start, and the others went on`,
    ),
    ...(failure?.code === 'MACHINE_LOST' ? [`${describeCell(cell)}: ${failure.message}`] : []),
  ]);
}

const placeColumn: Column<MachineRow> = {
  id: 'place',
  header: 'Place',
  value: ({ machine }) => placeName(machine.place),
};

/** With the unit in the header, because files and reports show the value alone. */
const percent = (share: number | undefined) => (share === undefined ? null : 100 * share);

const shareColumn: Column<MachineRow> = {
  id: 'share',
  ...numbers<MachineRow>('Share', '%', ({ machine }) => percent(machine.share), threeDigits),
};

const targetTripColumn: Column<MachineRow> = {
  id: 'target_trip',
  ...numbers<MachineRow>(
    'To target',
    'ms',
    ({ machine }) => machine.targetTripMs ?? null,
    threeDigits,
  ),
};

/** Columns of their metrics, and of their cells if there are several trials. */
export function machineColumns(rows: readonly MachineRow[]): Column<MachineRow>[] {
  return [
    ...trialColumnsOf(rows, ({ trial }) => trial),
    { id: 'machine', header: 'Machine', value: ({ machine }) => machine.name },
    ...(rows.some(({ machine }) => machine.place !== undefined) ? [placeColumn] : []),
    {
      id: 'workers',
      ...numbers<MachineRow>('Workers', null, ({ machine }) => machine.workers, formatCount),
    },
    ...(rows.some(({ machine }) => machine.share !== undefined) ? [shareColumn] : []),
    ...shareColumns<MachineRow>(({ machine }) => machine),
    {
      id: 'busy',
      ...numbers<MachineRow>(
        'Busy',
        '%',
        ({ machine }) => percent(machine.client.eventLoopUtilization),
        threeDigits,
      ),
    },
    ...(rows.some(({ machine }) => machine.targetTripMs !== undefined) ? [targetTripColumn] : []),
    {
      id: 'clock_error',
      short: 'clock ± ms',
      ...numbers<MachineRow>('Clock ±', 'ms', ({ machine }) => machine.clockErrorMs, threeDigits),
    },
    {
      id: 'verdict',
      header: 'Health',
      short: 'trust',
      value: ({ machine }) => machine.client.verdict,
    },
  ];
}
