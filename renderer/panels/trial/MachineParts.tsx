import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import {
  type MachineRow,
  machineColumns,
  machineRows,
  machinesTitle,
} from '../../../metrics/machine-columns.ts';
import {
  type PlaceRow,
  placeColumns,
  placeRows,
  placesTitle,
} from '../../../metrics/place-columns.ts';
import { TablePanel } from '../../components/PageTable.tsx';
import { trustColumn } from '../../components/trustColumn.tsx';

interface MachinePartsProps {
  readonly trials: readonly TrialResult[];
  readonly runName: string;
}

/** The share of each of several machines. */
export function MachineParts({ trials, runName }: MachinePartsProps) {
  const rows = useMemo(() => machineRows(trials), [trials]);
  const columns = useMemo(
    () =>
      machineColumns(rows).map((column) =>
        column.id === 'verdict'
          ? { ...trustColumn(({ machine }: MachineRow) => machine.client), id: column.id }
          : column,
      ),
    [rows],
  );
  if (rows.length === 0) return null;
  return (
    <TablePanel<MachineRow>
      title={machinesTitle}
      note="that generated the load together, each by itself"
      file={`${runName} machines`}
      columns={columns}
      rows={rows}
      rowKey={({ trial, machine }) => `${trial.id}/${machine.name}`}
    />
  );
}

/** The share of the machines at each of several locations. */
export function PlaceParts({ trials, runName }: MachinePartsProps) {
  const rows = useMemo(() => placeRows(trials), [trials]);
  const columns = useMemo(() => placeColumns(rows), [rows]);
  if (rows.length === 0) return null;
  return (
    <TablePanel<PlaceRow>
      title={placesTitle}
      note="from which the load came, the machines of each together"
      file={`${runName} places`}
      columns={columns}
      rows={rows}
      rowKey={({ trial, place }) => `${trial.id}/${place.name ?? ''}`}
    />
  );
}
