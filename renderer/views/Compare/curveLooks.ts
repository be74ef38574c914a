import type { CellOfRun, ComparedRun } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { dashes, type LegendItem } from '../../charts/look.ts';
import { cellLabels, runLabels } from '../../data/compareLabels.ts';
import { refKey } from '../../data/compareRows.ts';
import { protocolStyle } from '../../look/protocols.ts';

/**
 * The looks of overlaid curves, baseline first: the hue of each protocol; the
 * baseline is a broad line, the others are thin, with different dashes.
 */
export function curveLooks(refs: readonly CellOfRun[], runs: readonly ComparedRun[]): LegendItem[] {
  const labels = cellLabels(refs.map(({ cell }) => cell));
  const names = runLabels(runs);
  const oneCell = new Set(refs.map(({ cell }) => describeCell(cell))).size === 1;
  const seen = new Map<string, number>();
  return refs.map((ref, index) => {
    const { color, marker } = protocolStyle(ref.cell.protocol);
    const variant = seen.get(ref.cell.protocol) ?? 0;
    if (index > 0) seen.set(ref.cell.protocol, variant + 1);
    const run = names.get(ref.runId) ?? '';
    const where = oneCell || runs.length === 1 ? '' : labels(ref.cell);
    return {
      key: refKey(ref),
      label: labelOf(
        index === 0,
        oneCell ? '' : where || labels(ref.cell),
        runs.length > 1 ? run : '',
      ),
      color,
      marker,
      dash: index === 0 ? '0' : (dashes[variant % dashes.length] ?? '0'),
      width: index === 0 ? 4 : 1.75,
      fill: index === 0 ? 'outline' : 'solid',
    };
  });
}

function labelOf(isBaseline: boolean, cell: string, run: string): string {
  const parts = [cell, isBaseline ? 'baseline' : run === 'baseline' ? '' : run];
  return parts.filter((part) => part !== '').join(', ') || 'same run';
}
