import type { Cell } from '../../contracts/experiment/cell.ts';
import {
  type Experiment,
  type FactorName,
  factorNames,
} from '../../contracts/experiment/experiment.ts';

/** Factors in the order of the file: the first varies slowest. */
export function factorOrder(experiment: Experiment): FactorName[] {
  const keys = Object.keys(experiment.factors);
  return [...factorNames].sort((a, b) => keys.indexOf(a) - keys.indexOf(b));
}

/** @returns the number of cells without making them. */
export function countCells(experiment: Experiment): number {
  return factorNames.reduce((count, name) => count * experiment.factors[name].length, 1);
}

/** The full cross product of the levels, in the order in which the file lists factors and levels. */
export function cellsOf(experiment: Experiment): Cell[] {
  const cells = factorOrder(experiment).reduce<Partial<Cell>[]>(
    (cells, name) =>
      cells.flatMap((cell) =>
        experiment.factors[name].map((level) => ({ ...cell, [name]: level })),
      ),
    [{}],
  ) as Cell[];
  return cells.map(({ protocol, shape, users, tls, client }) => ({
    protocol,
    shape,
    users,
    tls,
    client,
  }));
}
