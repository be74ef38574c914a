import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { seededRandom } from '../../engine/stats/random.ts';
import { makeCell, makeHead, makeResult } from './records.ts';

/** Trials and runs with made results. */

const random = seededRandom(20);
export const noise = (share: number) =>
  Math.exp(share * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()));

/** A trial of a cell, scaled by a speed factor, with variance. */
export function trialOf(
  cell: Partial<Cell>,
  index: number,
  repetition: number,
  times = 1,
): TrialResult {
  const plain = makeResult(`trial-${index}`);
  const throughputRps = 1000 * times * noise(0.04);
  const latencyMs = {
    ...plain.latencyMs,
    p50: (4 / times) * noise(0.03),
    p95: (9 / times) * noise(0.08),
  };
  return { ...plain, index, repetition, cell: makeCell(cell), throughputRps, latencyMs };
}

/** Each cell with its speed factor, repeated this many times. */
export function runOf(
  cells: readonly (readonly [Partial<Cell>, number])[],
  { repetitions = 3, change = (trial: TrialResult): TrialResult => trial } = {},
): ResultDocument {
  const trials = cells.flatMap(([cell, times], place) =>
    Array.from({ length: repetitions }, (_none, index) =>
      change(trialOf(cell, place * repetitions + index, index + 1, times)),
    ),
  );
  return buildDocument(makeHead({ plannedTrials: trials.length }), trials);
}

export const at200 = (cell: Partial<Cell>) => ({ users: 200, ...cell });
export const rest = at200({ protocol: 'rest' });
export const grpc = at200({ protocol: 'grpc' });
export const soap = at200({ protocol: 'soap' });
export const rate = (protocol: Cell['protocol'], value: number): Partial<Cell> => ({
  protocol,
  users: undefined,
  rate: value,
});
