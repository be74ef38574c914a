import { type CellOfRun, compareLimits } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { compareCells, compareRuns } from '../../report/compare/report.ts';
import { cellCurve } from '../compare/cell-curve.ts';
import { measuredCell, refuseRepeated, refuseTooMany, runReader } from '../compare/measured.ts';
import { trendReader } from '../compare/trend.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `compare` part of the engine's API. */
export function compareCalls(api: ContractImplementer, { store }: RouterParts) {
  const trend = trendReader(store);
  return {
    runs: api.compare.runs.handler(({ input }) => {
      refuseTooMany(input.others.length, compareLimits.runs, 'runs');
      refuseRepeated([input.baseline, ...input.others], 'The run');
      const read = runReader(store);
      return compareRuns(read(input.baseline), input.others.map(read), input.metrics);
    }),
    cells: api.compare.cells.handler(({ input }) => {
      refuseTooMany(input.others.length, compareLimits.cells, 'cells');
      const refs = [input.baseline, ...input.others];
      refuseRepeated(
        refs.map(({ runId, cell }) => `${describeCell(cell)} of ${runId}`),
        'The cell',
      );
      const read = runReader(store);
      const cellOf = (ref: CellOfRun) => measuredCell(read, ref);
      return compareCells(cellOf(input.baseline), input.others.map(cellOf), input.metrics);
    }),
    trend: api.compare.trend.handler(({ input }) => trend(input.runId, input.metric)),
    curve: api.compare.curve.handler(({ input }) => cellCurve(store, input)),
  };
}
