import type { EnergySpread } from '../../../contracts/energy.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { trustColumn } from '../../components/trustColumn.tsx';
import {
  consumersOf,
  type DrawnEnergy,
  energyDigits,
  energyTitle,
  energyUnit,
  joulesOf,
  sourceWords,
} from '../../data/energy.ts';

type Column = DataColumn<DrawnEnergy>;
type Figure = (row: DrawnEnergy) => number | null;

const spread = (
  of: (row: DrawnEnergy) => EnergySpread | null,
  name: keyof EnergySpread,
): Figure => {
  return (row) => of(row)?.[name] ?? null;
};
const perRequest = (row: DrawnEnergy) => row.energy.joulesPerRequest;
const perTrial = (row: DrawnEnergy) => row.energy.joules;

/** Columns that share a unit, in which none of their values is written as zero. */
function columnsIn(
  rows: readonly DrawnEnergy[],
  figures: readonly (readonly [id: string, header: string, value: Figure])[],
): Column[] {
  const values = rows.flatMap((row) => figures.flatMap(([, , value]) => value(row) ?? []));
  const unit = energyUnit(values);
  return figures.map(([id, header, value]) => ({
    id,
    header,
    unit: unit.unit,
    numeric: true,
    value: (row) => {
      const found = value(row);
      return found === null ? null : found * unit.factor;
    },
    render: (row) => {
      const found = value(row);
      return found === null ? '–' : energyDigits(found, unit);
    },
  }));
}

/** Columns of the table of energy. */
export function energyColumns(rows: readonly DrawnEnergy[]): readonly Column[] {
  const repeated = rows.some(({ energy }) => energy.trials > 1);
  const hasBaseline = rows.some(({ energy }) => energy.baselineJoules !== null);
  return [
    {
      id: 'protocol',
      header: 'Protocol',
      value: ({ label }) => label,
      render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
    },
    { id: 'cell', header: 'Where', value: ({ detail }) => detail },
    { id: 'source', header: 'Source', value: ({ energy }) => sourceWords(energy) },
    ...columnsIn(rows, [
      ['request', energyTitle(rows, 'Per'), spread(perRequest, 'mean')],
      ...(repeated
        ? ([
            ['request-median', 'Median', spread(perRequest, 'median')],
            ['request-min', 'Least', spread(perRequest, 'min')],
            ['request-max', 'Most', spread(perRequest, 'max')],
          ] as const)
        : []),
    ]),
    ...columnsIn(rows, [['trial', 'Per trial', spread(perTrial, 'mean')]]),
    ...(hasBaseline
      ? columnsIn(rows, [['baseline', 'Idle baseline', ({ energy }) => energy.baselineJoules]])
      : []),
    ...columnsIn(
      rows,
      consumersOf(rows.map(({ energy }) => energy)).map((who) => [
        who,
        who.charAt(0).toUpperCase() + who.slice(1),
        ({ energy }) => joulesOf(energy, who),
      ]),
    ),
    trustColumn((row) => row),
  ];
}
