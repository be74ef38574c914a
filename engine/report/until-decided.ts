import { parse } from 'yaml';
import { z } from 'zod';
import { repetitionsSchema, type UntilDecided } from '../../contracts/experiment/repetitions.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ValuePair } from '../stats/sequential.ts';
import type { MetricPair } from './compare/metric-comparison.ts';

const fileSchema = z.object({ repetitions: repetitionsSchema });

/**
 * How the repetitions of a run end.
 * @param experiment the experiment file as it was run (YAML).
 * @returns null where their number was fixed, and for a text that cannot be read.
 */
export function untilDecidedOf(experiment: string): UntilDecided | null {
  // Most files have a number, and the parser is slow.
  if (!experiment.includes('decided')) return null;
  try {
    const read = fileSchema.safeParse(parse(experiment, { logLevel: 'error' }));
    const repetitions = read.data?.repetitions;
    return typeof repetitions === 'object' ? repetitions : null;
  } catch {
    // The validator reports its errors.
    return null;
  }
}

/** The values of two cells in the repetitions in which both have one, in order. */
export function pairedValues(
  baseline: readonly TrialResult[],
  other: readonly TrialResult[],
  figureOf: (trial: TrialResult) => number | null,
): ValuePair[] {
  const others = new Map(other.map((trial) => [trial.repetition, figureOf(trial)]));
  return baseline
    .toSorted((a, b) => a.repetition - b.repetition)
    .flatMap((trial): ValuePair[] => {
      const [own, beside] = [figureOf(trial), others.get(trial.repetition) ?? null];
      return own === null || beside === null ? [] : [[own, beside]];
    });
}

/** The part of a {@link MetricPair} of two cells of one run whose repetitions ended when comparisons were decided. */
export function sequentialPart(
  untilDecided: UntilDecided | null,
  baseline: readonly TrialResult[],
  other: readonly TrialResult[],
  figureOf: (trial: TrialResult) => number | null,
): Pick<MetricPair, 'sequential'> {
  if (!untilDecided) return {};
  const pairs = pairedValues(baseline, other, figureOf);
  return { sequential: { pairs, margin: untilDecided.margin } };
}
