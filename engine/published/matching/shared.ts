import type { TrialResult } from '../../../contracts/measurement.ts';
import type { OurRun } from './matching.ts';

/** Requests that ended in the window. */
export function endedOf({ requests }: TrialResult): number {
  return requests.ok + requests.failed;
}

/**
 * Seconds that a trial would have taken for a number of requests at its throughput; null where none
 * succeeded.
 */
export function secondsFor(count: number, { throughputRps }: TrialResult): number | null {
  return throughputRps > 0 ? count / throughputRps : null;
}

/** Says so where the trials had another number of requests than the study. */
export function scaledNote({ trials }: OurRun, published: readonly number[]): string[] {
  const counts = [...new Set(trials.map(endedOf))].filter((count) => !published.includes(count));
  if (counts.length === 0) return [];
  const words = counts.length > 3 ? `${counts.length} other numbers of` : counts.join(', ');
  return [`Ours are scaled to the study’s number of requests; the trials had ${words} requests.`];
}

/** Which of the levels is the nearest, by their ratio. */
export function nearest(levels: readonly number[], value: number): number | null {
  const distance = (level: number) => Math.abs(Math.log(level / value));
  return levels.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** A level of a table's dimension of protocols, or null where it has none such. */
export function oneOf<T extends string>(levels: readonly T[], value: string): T | null {
  return levels.find((level) => level === value) ?? null;
}
