import { WirebenchError } from '../../../contracts/errors.ts';
import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { cellsOfRun, type MeasuredRun } from '../../../engine/report/compare/measured-run.ts';
import { compareCells, compareRuns } from '../../../engine/report/compare/report.ts';
import { identityOf } from '../../../engine/report/compare/same-experiment.ts';
import { trendOf } from '../../../engine/report/compare/trend.ts';
import { scriptedCurve } from '../scripted-metrics.ts';
import type { ScriptedState } from '../scripted-state.ts';

/** The `compare` part of the scripted engine: real arithmetic with scripted values. */
export function scriptedCompare(os: ContractImplementer, state: ScriptedState) {
  const read = (id: string) => measured(state, id);
  const cellOf = (ref: { runId: string; cell: Cell }) => {
    const name = describeCell(ref.cell);
    const found = cellsOfRun(read(ref.runId)).find((one) => describeCell(one.cell) === name);
    if (!found) throw new WirebenchError('COMPARISON_INVALID', `There is no cell ${name}.`);
    return found;
  };
  return {
    runs: os.compare.runs.handler(({ input }) =>
      compareRuns(read(input.baseline), input.others.map(read), input.metrics),
    ),
    cells: os.compare.cells.handler(({ input }) =>
      compareCells(cellOf(input.baseline), input.others.map(cellOf), input.metrics),
    ),
    trend: os.compare.trend.handler(({ input }) => {
      const wanted = read(input.runId);
      const { name, key } = identityOf(wanted.head.experiment);
      const kin = state
        .summaries()
        .filter(({ id }) => identityOf(read(id).head.experiment).name === name)
        .reverse()
        .map(({ id }) => ({
          run: read(id),
          sameExperiment: identityOf(read(id).head.experiment).key === key,
        }));
      const cells = cellsOfRun(wanted).map(({ cell }) => cell);
      const { metric } = input;
      return {
        metric,
        experiment: name,
        ...trendOf(metric, kin, cells, workOfTrials(wanted.trials)),
        omitted: 0,
      };
    }),
    curve: os.compare.curve.handler(({ input }) => {
      const { trials } = cellOf(input);
      const curve = scriptedCurve(input.cell);
      const counts = workOfTrials(trials);
      return {
        ...input,
        trials: trials.length,
        requests: 1000,
        counts,
        curve,
        serviceCurve: null,
      };
    }),
  };
}

/** A stored run whose values differ from those of the first by an amount that depends on its id. */
function measured(state: ScriptedState, id: string): MeasuredRun {
  const run = state.runs.get(id);
  if (!run) throw new WirebenchError('RUN_NOT_FOUND', `No run has the id ${id}.`);
  const { run: head, trials } = state.document(run);
  const place = Number(id.split('-').at(-1)) || 0;
  const factor = 1 + place / 10;
  const environment =
    place % 2 === 0
      ? head.environment
      : { ...head.environment, cpu: 'Another CPU', node: '26.0.0' };
  return {
    head: { ...head, environment },
    trials: trials.map((trial) => ({ ...trial, throughputRps: trial.throughputRps * factor })),
  };
}
