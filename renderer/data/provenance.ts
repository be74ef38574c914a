import type { ComparedRun } from '../../contracts/compare.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { countOf, formatExactTime } from '../../metrics/format.ts';
import { distinct } from './series.ts';

/**
 * Provenance line of every picture of a run: `4 Mar 2026, 09:12 · no TLS · 2 cores of Example CPU 3000 …`,
 * the machine and the conditions as the finding has them. TLS levels that a run varies are in legends.
 */
export function provenanceOf({ run, trials, analysis }: ResultDocument): string {
  const { cpu, os } = run.environment;
  return [
    formatExactTime(run.startedAt, 'minute'),
    ...tlsWords(trials),
    analysis.finding?.conditions ?? `${cpu} · ${os}`,
  ].join(' · ');
}

/** Provenance line of a picture of several runs: their names, dates and machines. */
export function provenanceOfRuns(runs: readonly ComparedRun[]): string {
  const named = runs.map(
    ({ name, startedAt }) => `${name} (${formatExactTime(startedAt, 'minute')})`,
  );
  const machines = distinct(
    runs.map(({ environment: { cpu, cores } }) => `${countOf(cores, 'core')} of ${cpu}`),
  );
  return [named.join(', '), machines.join(', ')].join(' · ');
}

function tlsWords(trials: readonly TrialResult[]): string[] {
  const levels = distinct(trials.map(({ cell }) => tlsLabel(cell.tls)));
  return levels.length === 1 ? levels : [];
}
