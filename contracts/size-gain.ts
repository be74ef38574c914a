import { z } from 'zod';
import { metricFacts } from './compare.ts';
import { type Cell, describeLevel, describeSurroundings } from './experiment/cell.ts';
import { messageFactors } from './experiment/factors.ts';
import type { TrialResult } from './measurement.ts';
import { runSizes } from './run-sizes.ts';
import type { SizeSide } from './sizes.ts';
import type { StatisticsMetric } from './statistics.ts';
import { clientKinds, protocols, tlsLevels } from './words.ts';

/** Metrics in which one protocol is compared with another, over message size. */
export const gainMetrics = ['throughput', 'p50'] as const satisfies readonly StatisticsMetric[];
export const gainMetricSchema = z.enum(gainMetrics);
export type GainMetric = z.infer<typeof gainMetricSchema>;

/** Their names and units: sizes are known for single requests only, so gains are those of requests. */
export const gainMetricFacts = metricFacts.requests;

/** The counted bytes: both messages of a call, or one of them. */
export const gainPartSchema = z.enum(['both', 'request', 'answer'] as const satisfies readonly (
  | 'both'
  | SizeSide
)[]);
export type GainPart = z.infer<typeof gainPartSchema>;

/**
 * Everything of a cell except its protocol and messages: `50 users · tls off · raw`. Cells of one run with
 * equal results have one point per protocol and operation.
 */
export function loadOfCell(cell: Cell): string {
  const ofMessages = Object.fromEntries(messageFactors.map((name) => [name, undefined]));
  const parts = [
    describeLevel(cell),
    `tls ${cell.tls}`,
    cell.client,
    ...describeSurroundings({ ...cell, ...ofMessages }),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** The loads of a run, each once: plain before encrypted, raw before library, the highest level first. */
export function loadsOf(cells: readonly Cell[]): string[] {
  const order = [...cells].sort(
    (a, b) =>
      tlsLevels.indexOf(a.tls) - tlsLevels.indexOf(b.tls) ||
      clientKinds.indexOf(a.client) - clientKinds.indexOf(b.client) ||
      (b.users ?? b.rate ?? 0) - (a.users ?? a.rate ?? 0),
  );
  return [...new Set(order.map(loadOfCell))];
}

/** Data of a run for gain charts. */
export interface GainFacts {
  /** Number of protocols. */
  readonly protocols: number;
  /** Number of operations whose messages are known in at least two protocols. */
  readonly sized: number;
  /** Its loads, see {@link loadsOf}. */
  readonly loads: readonly string[];
}

/** Whether there is a curve of gain over size: one operation is one point per protocol. */
export function hasGain({ protocols, sized }: GainFacts): boolean {
  return protocols > 1 && sized > 1;
}

/** Collects the data for gain charts from the trials of a run. */
export function gainFacts(trials: readonly Pick<TrialResult, 'cell' | 'encoded'>[]): GainFacts {
  const cells = trials.map(({ cell }) => cell);
  return {
    protocols: protocols.filter((one) => cells.some(({ protocol }) => protocol === one)).length,
    sized: runSizes(trials).filter(({ sizes }) => sizes.length > 1).length,
    loads: loadsOf(cells),
  };
}
