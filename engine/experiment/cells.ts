import type { Cell } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type FactorName, factorNames, surroundings } from '../../contracts/experiment/factors.ts';
import { isPlan } from '../../contracts/experiment/load.ts';
import type { Protocol } from '../../contracts/words.ts';
import { isOffered } from '../../workloads/description.ts';
import { workloadIn } from '../../workloads/registry.ts';

/** The factors that have levels, in the order of the file: the first varies slowest. */
function factorOrder({ factors }: Experiment): FactorName[] {
  const keys = Object.keys(factors);
  return factorNames
    .filter((name) => factors[name] !== undefined)
    .sort((a, b) => keys.indexOf(a) - keys.indexOf(b));
}

/** Whether a shape can be called over a protocol: a request of an own service may have no form for one. */
type IsCallable = (protocol: Protocol, shape: string) => boolean;

/** @returns null where every shape can be called over every protocol, as in all bundled services. */
function callable(experiment: Experiment): IsCallable | null {
  if (!(experiment.service || experiment.custom) || isPlan(experiment.load)) return null;
  const workload = workloadIn(experiment);
  const operations = new Map(
    experiment.factors.shape.map((shape) => [shape, workload.operationOf(shape)]),
  );
  return (protocol, shape) => {
    const operation = operations.get(shape);
    return !operation || isOffered(operation, protocol);
  };
}

/** @returns the number of cells without creating them. */
export function countCells(experiment: Experiment): number {
  const { factors } = experiment;
  const isCallable = callable(experiment);
  const others = factorNames
    .filter((name) => isCallable === null || (name !== 'protocol' && name !== 'shape'))
    .reduce((count, name) => count * (factors[name]?.length ?? 1), 1);
  if (isCallable === null) return others;
  const called = factors.protocol.flatMap((protocol) =>
    factors.shape.filter((shape) => isCallable(protocol, shape)),
  );
  return others * called.length;
}

/**
 * The cross product of the levels, in the order in which the file lists factors and levels, without the requests of an
 * own service over protocols that they have no form for.
 */
export function cellsOf(experiment: Experiment): Cell[] {
  const cells = factorOrder(experiment).reduce<Partial<Cell>[]>(
    (cells, name) => {
      const levels = experiment.factors[name];
      if (levels === undefined) return cells;
      return cells.flatMap((cell) => levels.map((level) => ({ ...cell, [name]: level })));
    },
    [{}],
  ) as Cell[];
  const isCallable = callable(experiment);
  return cells
    .filter(({ protocol, shape }) => isCallable?.(protocol, shape) ?? true)
    .map(inCustomaryOrder);
}

/** The shapes of an own service that some listed protocols cannot be asked for, with those that can. */
export function partlyOffered(
  experiment: Experiment,
): { readonly shape: string; readonly over: readonly Protocol[] }[] {
  const isCallable = callable(experiment);
  if (isCallable === null) return [];
  const { protocol, shape } = experiment.factors;
  return shape.flatMap((one) => {
    const over = protocol.filter((name) => isCallable(name, one));
    return over.length < protocol.length ? [{ shape: one, over }] : [];
  });
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
