import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Comparison } from '../../contracts/result.ts';
import type { Verdict } from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { protocolStyle } from '../look/protocols.ts';
import { worseVerdict } from './columns.ts';
import { commonWords, distinct } from './series.ts';

/** A comparison ready for a table. */
export interface ComparisonRow {
  readonly key: string;
  readonly comparison: Comparison;
  /** `gRPC vs REST`. */
  readonly pair: string;
  /** Levels common to both cells. */
  readonly common: string;
  /** The worse verdict of the two cells, and why. */
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** Labels comparisons, with the verdicts of their trials. */
export function comparisonRows(
  comparisons: readonly Comparison[],
  trials: readonly TrialResult[],
): ComparisonRow[] {
  const health = cellHealth(trials);
  const cells = trials.map((trial) => trial.cell);
  return comparisons.map((comparison) => {
    const { cell, baseline, factor } = comparison;
    const both = [health.get(describeCell(cell)), health.get(describeCell(baseline))];
    return {
      key: `${describeCell(cell)} / ${describeCell(baseline)}`,
      comparison,
      pair: `${level(cell, factor)} vs ${level(baseline, factor)}`,
      common: commonWords(cell, factor, cells),
      verdict: both.reduce<Verdict>(
        (worst, one) => worseVerdict(worst, one?.verdict ?? 'ok'),
        'ok',
      ),
      reasons: distinct(both.flatMap((one) => one?.reasons ?? [])),
    };
  });
}

function level(cell: Cell, factor: Comparison['factor']): string {
  if (factor === 'protocol') return protocolStyle(cell.protocol).label;
  if (factor === 'gateway') return cell.gateway === 'on' ? 'gateway' : 'no gateway';
  return factor === 'tls' ? tlsLabel(cell.tls) : cell.client;
}

interface Health {
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

function cellHealth(trials: readonly TrialResult[]): Map<string, Health> {
  const health = new Map<string, Health>();
  for (const { cell, client } of trials) {
    const name = describeCell(cell);
    const known = health.get(name);
    health.set(name, {
      verdict: worseVerdict(known?.verdict ?? 'ok', client.verdict),
      reasons: distinct([...(known?.reasons ?? []), ...client.reasons]),
    });
  }
  return health;
}
