import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Crossover } from '../../contracts/result.ts';
import type { CsvValue } from '../../metrics/csv.ts';
import { levelWords } from '../../metrics/levels.ts';
import { commonWords } from './series.ts';

/** A crossing of two curves; or two curves that do not cross. */
export interface CrossoverRow {
  readonly key: string;
  readonly crossover: Crossover;
  /** Levels common to both cells. */
  readonly common: string;
  readonly crossing: Crossover['crossings'][number] | null;
}

/** A row for each crossing, and one for each metric without a crossing. */
export function crossoverRows(crossovers: readonly Crossover[]): CrossoverRow[] {
  const cells: Cell[] = crossovers.flatMap(({ cell, baseline }) => [cell, baseline]);
  return crossovers.flatMap((crossover, at) => {
    const common = commonWords(crossover.cell, crossover.factor, cells);
    const crossings = crossover.crossings.length > 0 ? crossover.crossings : [null];
    return crossings.map((crossing, index) => {
      return { key: `${at}/${index}`, crossover, common, crossing };
    });
  });
}

interface Column {
  readonly id: string;
  readonly header: string;
  readonly value: (row: CrossoverRow) => CsvValue;
  readonly numeric?: boolean;
}

/** Columns of the table in window, report and CSV. */
export function crossoverColumns(rows: readonly CrossoverRow[]): readonly Column[] {
  const { header } = levelWords(rows[0]?.crossover.of ?? null);
  const rounded = (level: number | undefined) =>
    level === undefined ? null : Number(level.toPrecision(3));
  return [
    { id: 'common', header: 'Where', value: ({ common }) => common },
    { id: 'figure', header: 'Figure', value: ({ crossover }) => crossover.figure },
    { id: 'level', header, numeric: true, value: ({ crossing }) => rounded(crossing?.level) },
    {
      id: 'low',
      header: 'From',
      numeric: true,
      value: ({ crossing }) => rounded(crossing?.interval?.low),
    },
    {
      id: 'high',
      header: 'To',
      numeric: true,
      value: ({ crossing }) => rounded(crossing?.interval?.high),
    },
    { id: 'finding', header: 'Finding', value: ({ crossover }) => crossover.finding },
  ];
}

/** Significant crossings of throughput, to mark on the curves. */
export function certainCrossings(crossovers: readonly Crossover[], shape: string): CrossoverRow[] {
  const ofShape = crossovers.filter(
    ({ cell, figure }) => figure === 'throughput' && cell.shape === shape,
  );
  return crossoverRows(ofShape).filter(({ crossing }) => crossing?.interval);
}
