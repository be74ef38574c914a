import { z } from 'zod';
import { metricFacts } from './compare.ts';
import { type Cell, describeLevel, describeSurroundings } from './experiment/cell.ts';
import { messageFactors } from './experiment/factors.ts';
import type { TrialResult } from './measurement.ts';
import { runSizes } from './run-sizes.ts';
import type { SizeSide } from './sizes.ts';
import type { StatisticsMetric } from './statistics.ts';
import { clientKinds, protocols, tlsLevels } from './words.ts';

/** What one protocol can have more or less of than another, over the sizes of their messages. */
export const gainMetrics = ['throughput', 'p50'] as const satisfies readonly StatisticsMetric[];
export const gainMetricSchema = z.enum(gainMetrics);
export type GainMetric = z.infer<typeof gainMetricSchema>;

/** Their names and units: sizes are known of single requests only, so gains are those of requests. */
export const gainMetricFacts = metricFacts.requests;

/** Whose bytes are counted: both messages of a call, or one of them. */
export const gainPartSchema = z.enum(['both', 'request', 'answer'] as const satisfies readonly (
  | 'both'
  | SizeSide
)[]);
export type GainPart = z.infer<typeof gainPartSchema>;

/**
 * Everything of a cell but its protocol and its messages: `50 users · tls off · raw`. Cells of one
 * run that agree in it have one point for each protocol and each thing called.
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

/** What a run has for figures of gain over size. */
export interface GainFacts {
  /** How many protocols it has. */
  readonly protocols: number;
  /** How many things were called whose messages are known in two protocols or more. */
  readonly sized: number;
  /** Its loads, see {@link loadsOf}. */
  readonly loads: readonly string[];
}

/** Whether there is a course of gain over size to show: one thing called is one point of each protocol. */
export function hasGain({ protocols, sized }: GainFacts): boolean {
  return protocols > 1 && sized > 1;
}

/** Looks at the trials of a run for what figures of gain over size need. */
export function gainFacts(trials: readonly Pick<TrialResult, 'cell' | 'encoded'>[]): GainFacts {
  const cells = trials.map(({ cell }) => cell);
  return {
    protocols: protocols.filter((one) => cells.some(({ protocol }) => protocol === one)).length,
    sized: runSizes(trials).filter(({ sizes }) => sizes.length > 1).length,
    loads: loadsOf(cells),
  };
}
