import type { ExpectedAmount, ExpectedLoad } from '../../contracts/collection.ts';
import { type Cell, describeCell, warmUpOf } from '../../contracts/experiment/cell.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type Load, unitOf, type VaryingLoad } from '../../contracts/experiment/load.ts';
import { longestWarmUp, steadyOf } from '../../contracts/experiment/warm-up.ts';
import { countOf } from '../../metrics/format.ts';
import { workloadIn } from '../../workloads/registry.ts';
import { cellsOf } from '../experiment/cells.ts';
import { namedLevels } from '../experiment/levels.ts';
import { connectionsNeeded } from '../run/preflight.ts';
import { sum } from '../stats/moments.ts';
import type { EarlierFigures } from './earlier.ts';

/** Facts about this machine and its earlier runs. */
export interface Knowledge {
  /** By cell, as `describeCell` names it. */
  readonly earlier: ReadonlyMap<string, EarlierFigures>;
  /** The maximum requests per second that the generator can make in a cell; null where unknown. */
  ceilingRps(cell: Cell): number | null;
}

/** The load that a run will make, as far as it is known before the start. */
export function expectedLoad(experiment: Experiment, knowledge: Knowledge): ExpectedLoad {
  const levels = namedLevels(experiment);
  const requests = expectedRequests(experiment, knowledge);
  return {
    of: unitOf(experiment.load),
    least: Math.min(...levels),
    most: Math.max(...levels),
    connections: Math.ceil(connectionsNeeded(experiment)),
    requests: requests.amount,
    bytes: expectedBytes(experiment, knowledge, requests),
  };
}

interface Requests {
  readonly amount: ExpectedAmount;
  /** Of each cell over all its repetitions; null where that is not known. */
  readonly ofCell: ((cell: Cell) => number) | null;
}

function expectedRequests(experiment: Experiment, knowledge: Knowledge): Requests {
  const { load, repetitions } = experiment;
  const cells = cellsOf(experiment);
  const named = requestsOf(load);
  if (named !== null) {
    const ofCell = (cell: Cell) => named.of(cell) * repetitions;
    const total = sum(cells.map(ofCell));
    return { ofCell, amount: { total, bound: named.bound, basis: named.basis } };
  }
  if (load.model !== 'closed' || load.duration === undefined) {
    const basis =
      'The load finds its own levels, so the number of requests depends on the service.';
    return { ofCell: null, amount: { total: null, bound: 'about', basis } };
  }
  const { duration } = load;
  const seconds = (cell: Cell) => (repetitions * atConstantLevel(load, duration, cell)) / 1000;
  const isMax = cells.some((cell) => steadyOf(warmUpOf(load, cell)) !== null);
  return fromThroughput(cells, seconds, isMax, knowledge);
}

/** Closed load sends as fast as the service answers: estimated from earlier runs, or bounded by the calibration. */
function fromThroughput(
  cells: readonly Cell[],
  seconds: (cell: Cell) => number,
  isMax: boolean,
  knowledge: Knowledge,
): Requests {
  const known = cells.flatMap((cell) => knowledge.earlier.get(describeCell(cell)) ?? []);
  if (known.length === cells.length) {
    const ofCell = (cell: Cell) =>
      (knowledge.earlier.get(describeCell(cell))?.throughputRps ?? 0) * seconds(cell);
    const trials = sum(known.map((figures) => figures.trials));
    const basis = `As fast as in ${countOf(trials, 'earlier trial')} of the same cells on this machine.`;
    const bound = isMax ? 'at most' : 'about';
    return { ofCell, amount: { total: sum(cells.map(ofCell)), bound, basis } };
  }
  const ceilings = cells.map((cell) => knowledge.ceilingRps(cell));
  const some =
    known.length === 0
      ? 'no earlier run shows'
      : `earlier runs show for only ${known.length} of ${cells.length} cells`;
  if (ceilings.every((ceiling) => ceiling !== null)) {
    const basis = `The maximum this machine can generate, as calibrated; ${some} how fast the services answer.`;
    return {
      ofCell: null,
      amount: {
        total: sum(cells.map((cell, index) => (ceilings[index] ?? 0) * seconds(cell))),
        bound: 'at most',
        basis,
      },
    };
  }
  const basis = `Unknown: users send as fast as they are answered, and ${some} how fast that is.`;
  return { ofCell: null, amount: { total: null, bound: 'about', basis } };
}

interface NamedRequests extends Pick<ExpectedAmount, 'bound' | 'basis'> {
  of(cell: Cell): number;
}

/** Requests of a trial where the load defines them: by their number, or by a rate over time. */
function requestsOf(load: Load): NamedRequests | null {
  if ((load.model === 'closed' || load.model === 'open') && load.requests !== undefined) {
    const { requests } = load;
    return {
      of: () => requests,
      bound: 'at least',
      basis: 'The number set in the experiment, plus those of the warm-up.',
    };
  }
  if (load.model === 'open') {
    const { duration = 0 } = load;
    return {
      of: (cell) => ((cell.rate ?? 0) * atConstantLevel(load, duration, cell)) / 1000,
      bound: steadyOf(load.warmUp) ? 'at most' : 'about',
      basis: 'The rate times the time, warm-up included.',
    };
  }
  if (load.model === 'plan') {
    const iterations = load.iterations + load.warmUpIterations;
    return {
      of: () => iterations,
      bound: 'at least',
      basis:
        'One request for each iteration, warm-up included; use cases of several requests send more.',
    };
  }
  if (load.model === 'closed' || unitOf(load) === 'users') return null;
  const arrivals = arrivalsOf(load);
  if (arrivals === null) return null;
  const early = 'stopAt' in load && load.stopAt === 'saturation';
  return {
    of: () => arrivals,
    bound: early ? 'at most' : 'about',
    basis: `The rate over the whole load${early ? ', if the service does not saturate before its end' : ''}.`,
  };
}

/** Arrivals of one trial: the area under the load's rate curve. */
function arrivalsOf(load: VaryingLoad): number | null {
  switch (load.model) {
    case 'ramp':
      return (((load.from + load.to) / 2) * (load.to - load.from)) / load.perSecond;
    case 'steps':
      return sum(
        load.levels.map((level) => (level * (longestWarmUp(load.settle) + load.hold)) / 1000),
      );
    case 'stages':
      return sum(
        load.stages.map((stage, index) => {
          const before = index === 0 ? load.from : (load.stages[index - 1]?.to ?? 0);
          return (((before + stage.to) / 2) * stage.for) / 1000;
        }),
      );
    case 'search':
      return null;
  }
}

/** Maximum milliseconds of a trial whose level stays that of its cell. */
function atConstantLevel(
  load: Parameters<typeof warmUpOf>[0],
  durationMs: number,
  cell: Cell,
): number {
  return longestWarmUp(warmUpOf(load, cell)) + durationMs;
}

function expectedBytes(
  experiment: Experiment,
  { earlier }: Knowledge,
  { ofCell }: Requests,
): ExpectedAmount {
  const cells = cellsOf(experiment);
  if (ofCell === null) {
    return { total: null, bound: 'about', basis: 'Unknown without the number of requests.' };
  }
  const measured = (cell: Cell) => earlier.get(describeCell(cell))?.bytesPerRequest;
  if (cells.every((cell) => measured(cell) !== undefined)) {
    const total = sum(cells.map((cell) => ofCell(cell) * (measured(cell) ?? 0)));
    return {
      total,
      bound: 'about',
      basis: 'Bytes per request as in earlier trials, in both directions.',
    };
  }
  if (experiment.service) {
    return { total: null, bound: 'about', basis: 'Unknown before the first run.' };
  }
  const total = sum(cells.map((cell) => ofCell(cell) * payloadBytes(experiment, cell)));
  const basis = 'The payload alone, in both directions, without headers and framing.';
  return { total, bound: 'at least', basis };
}

/** Minimum bytes of a request and its response. */
function payloadBytes(experiment: Experiment, { shape }: Cell): number {
  const { request = 0, answer = 0 } =
    workloadIn(experiment).minBytes?.(shape, experiment.data) ?? {};
  return request + answer;
}
