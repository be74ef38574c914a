import type { DecidedPair, Decision, Judgement } from '../../contracts/decision.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import { countOf, groupDigits } from '../../metrics/format.ts';
import { intervalDecimals } from '../../metrics/ratios.ts';
import { cellLabels } from './compareLabels.ts';

/** A comparison of a run in progress, ready to draw. */
export interface DecisionRow {
  readonly key: string;
  /** `gRPC ÷ REST` */
  readonly name: string;
  readonly judgement: Judgement;
  /** `3.0 to 7.5 times`; a dash before there is an interval. */
  readonly range: string;
  /** `decided`, `about 4 more repetitions` */
  readonly state: string;
  /** The intervals so far as shares of the axis, 0–1, the last first drawn strongest. */
  readonly bars: readonly {
    readonly repetitions: number;
    readonly from: number;
    readonly to: number;
  }[];
}

/** The axis is logarithmic, from 1 ÷ widest to widest, with 1 in the middle. */
const widest = 20;

function place(times: number): number {
  const share = 0.5 + Math.log(times) / (2 * Math.log(widest));
  return Math.min(1, Math.max(0, share));
}

function keyOf({ cell, baseline }: DecidedPair): string {
  return `${describeCell(cell)} ÷ ${describeCell(baseline)}`;
}

/** The comparisons of a run in progress; empty before its first repetition is complete. */
export function decisionRows({ history }: Decision): DecisionRow[] {
  const now = history.at(-1);
  if (!now) return [];
  const labelOf = cellLabels(now.pairs.flatMap(({ cell, baseline }) => [cell, baseline]));
  return now.pairs.map((pair) => ({
    key: keyOf(pair),
    name: `${labelOf(pair.cell)} ÷ ${labelOf(pair.baseline)}`,
    judgement: pair.judgement,
    range: rangeOf(pair),
    state: stateOf(pair, now.repetitions),
    bars: history.flatMap(({ repetitions, pairs }) => {
      // A cell without results has no comparison yet.
      const interval = pairs.find((one) => keyOf(one) === keyOf(pair))?.interval;
      return interval ? [{ repetitions, from: place(interval.low), to: place(interval.high) }] : [];
    }),
  }));
}

function rangeOf({ interval }: DecidedPair): string {
  if (!interval) return '–';
  const decimals = intervalDecimals(interval);
  return `${groupDigits(interval.low, decimals)} to ${groupDigits(interval.high, decimals)} times`;
}

function stateOf({ judgement, expected }: DecidedPair, repetitions: number): string {
  if (judgement === 'decided') return 'decided';
  if (judgement === 'alike') return 'no difference worth mentioning';
  if (judgement === 'failing') return 'not compared: requests fail';
  if (judgement === 'unlike') return 'not compared: not the same work';
  if (expected === null) return 'open';
  const more = expected - repetitions;
  return more > 0 ? `open: about ${countOf(more, 'more repetition', 'more repetitions')}` : 'open';
}
