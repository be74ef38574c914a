import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type FactorName, factorNames, surroundings } from '../../contracts/experiment/factors.ts';

/** The factors that have levels, in the order of the file: the first varies slowest. */
function factorOrder({ factors }: Experiment): FactorName[] {
  const keys = Object.keys(factors);
  return factorNames
    .filter((name) => factors[name] !== undefined)
    .sort((a, b) => keys.indexOf(a) - keys.indexOf(b));
}

/** @returns the number of cells without creating them. */
export function countCells({ factors }: Experiment): number {
  return factorNames.reduce((count, name) => count * (factors[name]?.length ?? 1), 1);
}

/** The full cross product of the levels, in the order in which the file lists factors and levels. */
export function cellsOf(experiment: Experiment): Cell[] {
  const cells = factorOrder(experiment).reduce<Partial<Cell>[]>(
    (cells, name) => {
      const levels = experiment.factors[name];
      if (levels === undefined) return cells;
      return cells.flatMap((cell) => levels.map((level) => ({ ...cell, [name]: level })));
    },
    [{}],
  ) as Cell[];
  return cells.map(inCustomaryOrder);
}

function inCustomaryOrder(cell: Cell): Cell {
  const { protocol, shape, users, rate, tls, client } = cell;
  const around = surroundings.flatMap((name) =>
    cell[name] === undefined ? [] : [[name, cell[name]]],
  );
  return {
    protocol,
    shape,
    ...(users === undefined ? {} : { users }),
    ...(rate === undefined ? {} : { rate }),
    tls,
    client,
    ...Object.fromEntries(around),
  };
}
