import {
  type Cell,
  describeCell,
  describeLevel,
  surroundings,
} from '../../../contracts/experiment/cell.ts';
import type { FactorName } from '../../../contracts/experiment/experiment.ts';
import type { CellAnalysis, ResultDocument } from '../../../contracts/result.ts';
import { type LevelOrder, levelOrder } from '../level-order.ts';

/** One column: a cell's figure. */
export interface Column {
  cell: Cell;
  value: number;
  /** False when the load generator may have been the limit of a trial. */
  trusted: boolean;
}

/** Cells that differ in their protocol only, side by side. */
export interface ColumnGroup {
  label: string;
  columns: Column[];
}

/** One picture: groups along one factor, everything but that and the protocol equal. */
export interface ColumnPanel {
  title: string;
  groups: ColumnGroup[];
}

type GroupFactor = Exclude<FactorName, 'protocol'>;

/** The figure of every cell, shaped for drawing. */
export function columnPanels(
  document: ResultDocument,
  figure: (cell: CellAnalysis) => number,
): ColumnPanel[] {
  const { cells } = document.analysis;
  const order = levelOrder(
    document.run.experiment,
    cells.map((one) => one.cell),
  );
  const along = groupFactor(order);
  const untrusted = untrustedCells(document);
  const panels = Map.groupBy(cells, (one) => panelTitle(one.cell, along));
  return [...panels].map(([title, members]) => ({
    title,
    groups: [...Map.groupBy(members, (one) => levelLabel(one.cell, along))].map(
      ([label, group]) => ({
        label,
        columns: group.map((one) => ({
          cell: one.cell,
          value: figure(one),
          trusted: !untrusted.has(describeCell(one.cell)),
        })),
      }),
    ),
  }));
}

/** Descriptions of the cells with a completed trial whose numbers may not be the target's. */
export function untrustedCells({ trials }: Pick<ResultDocument, 'trials'>): Set<string> {
  const doubtful = trials.filter(
    (trial) => trial.status === 'completed' && trial.client.verdict !== 'ok',
  );
  return new Set(doubtful.map((trial) => describeCell(trial.cell)));
}

/** Users or the rate when they vary, since that is the curve people look for; else what does. */
function groupFactor(order: LevelOrder): GroupFactor {
  const candidates: GroupFactor[] = ['users', 'rate', 'shape', 'tls', 'client', ...surroundings];
  const varied = candidates.find((factor) => order.levels(factor).length > 1);
  return varied ?? candidates.find((factor) => order.levels(factor).length > 0) ?? 'shape';
}

function panelTitle(cell: Cell, along: GroupFactor): string {
  const fixed: GroupFactor[] = ['shape', 'users', 'rate', 'tls', 'client', ...surroundings];
  return fixed
    .filter((factor) => factor !== along && cell[factor] !== undefined)
    .map((factor) => levelLabel(cell, factor))
    .join(' · ');
}

function levelLabel(cell: Cell, factor: GroupFactor): string {
  if (factor === 'users' || factor === 'rate') return describeLevel(cell) ?? '';
  if (factor === 'tls') return `tls ${cell.tls}`;
  if (factor === 'shape' || factor === 'client') return cell[factor];
  return cell[factor] === undefined ? '' : `${factor} ${cell[factor]}`;
}
