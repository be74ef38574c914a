import type { ComparedRun } from '../../contracts/compare.ts';
import { type Cell, describeSurrounding } from '../../contracts/experiment/cell.ts';
import { surroundings } from '../../contracts/experiment/factors.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { cellLevelText } from '../../metrics/levels.ts';
import { protocolStyle } from '../look/protocols.ts';
import { distinct } from './series.ts';

/** Names a cell by its protocol and the factors that vary among `cells`: `REST · small · 50 users`. */
export function cellLabels(cells: readonly Cell[]): (cell: Cell) => string {
  const varies = (read: (cell: Cell) => string) => distinct(cells.map(read)).length > 1;
  const parts: readonly (readonly [shown: boolean, read: (cell: Cell) => string])[] = [
    [true, ({ protocol }) => protocolStyle(protocol).label],
    [varies(({ shape }) => shape), ({ shape }) => shape],
    [varies(cellLevelText), cellLevelText],
    [varies(({ tls }) => tls), ({ tls }) => tlsLabel(tls)],
    [varies(({ client }) => client), ({ client }) => client],
    ...surroundings.map((name) => {
      const read = (cell: Cell) => describeSurrounding(name, cell) ?? '';
      return [varies(read), read] as const;
    }),
  ];
  return (cell) =>
    parts.flatMap(([shown, read]) => (shown && read(cell) !== '' ? [read(cell)] : [])).join(' · ');
}

/** The short name of each run in figures: `baseline`, `run 1` …, by id. */
export function runLabels(runs: readonly Pick<ComparedRun, 'id'>[]): ReadonlyMap<string, string> {
  return new Map(runs.map(({ id }, index) => [id, index === 0 ? 'baseline' : `run ${index}`]));
}
