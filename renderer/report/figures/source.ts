import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportData } from '../../../contracts/report.ts';
import type { ResultDocument, RunHead } from '../../../contracts/result.ts';
import { hasFigures } from '../../../metrics/trial-columns.ts';
import { distinct } from '../../data/series.ts';

/** Data of a figure of one run. */
export interface Source {
  readonly document: ResultDocument;
  readonly data: ReportData;
}

/** Joins sentences, each with its full stop. */
export function sentences(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
}

/** Origin of figures: `Run “Name”, 2026-03-04`. */
export function runOrigin({ name, startedAt }: RunHead): string {
  return `Run “${name}”, ${startedAt.slice(0, 10)}`;
}

/** A sentence about untrusted trials; none if all are trusted. */
export function doubts(trials: readonly TrialResult[]): string[] {
  const measured = trials.filter(hasFigures);
  const doubted = measured.filter(({ client }) => client.verdict !== 'ok');
  const verdicts = distinct(doubted.map(({ client }) => client.verdict)).join(' or ');
  if (doubted.length === 0) return [];
  if (doubted.length === measured.length && doubted.length > 1) return [`All series: ${verdicts}`];
  const names = distinct(
    doubted.map(({ cell, client }) => `${describeCell(cell)} (${client.verdict})`),
  );
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return [`Interpret with caution: ${names.slice(0, 3).join('; ')}${more}`];
}
