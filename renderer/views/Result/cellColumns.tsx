import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { levelDigits, levelOf, levelWords } from '../../data/loadLevel.ts';
import { tlsLabel } from '../../data/series.ts';

/** Columns that say which cell a row is of. */
export function cellColumns<Row>(
  unit: LevelUnit | null,
  cellOf: (row: Row) => Cell,
): readonly DataColumn<Row>[] {
  return [
    protocolColumn((row) => cellOf(row).protocol),
    { id: 'shape', header: 'Shape', value: (row) => cellOf(row).shape },
    ...(unit === null ? [] : [levelColumn(unit, cellOf)]),
    {
      id: 'tls',
      header: 'TLS',
      value: (row) => cellOf(row).tls,
      render: (row) => tlsLabel(cellOf(row).tls),
    },
    { id: 'client', header: 'Client', value: (row) => cellOf(row).client },
  ];
}

function levelColumn<Row>(unit: LevelUnit, cellOf: (row: Row) => Cell): DataColumn<Row> {
  return {
    id: unit,
    header: levelWords(unit).header,
    ...(unit === 'rate' ? { unit: 'req/s' } : {}),
    numeric: true,
    value: (row) => levelOf(cellOf(row)),
    render: (row) => {
      const level = levelOf(cellOf(row));
      return level === null ? '–' : levelDigits(level);
    },
  };
}
