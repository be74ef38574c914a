import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { environment, makeCell, makeResult } from './records.ts';

/** The finding of a run of some trials. */
export function madeFinding(trials: readonly TrialResult[], plannedTrials = trials.length) {
  const { finding } = madeDocument(trials, plannedTrials).analysis;
  if (!finding) throw new Error('there is no finding');
  return finding;
}

/** @param experiment the experiment file (YAML). */
export function madeDocument(
  trials: readonly TrialResult[],
  plannedTrials = trials.length,
  experiment = '',
): ResultDocument {
  const head = {
    id: 'run',
    name: 'Run',
    status: 'completed' as const,
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: '2026-01-01T00:01:00.000Z',
    environment,
    experiment,
    plannedTrials,
    badCells: [],
    thresholdsPassed: true,
    warnings: [],
  };
  return buildDocument(head, [...trials]);
}

/** A trial for each throughput of each cell. */
export function trialsOf(
  cells: readonly (readonly [Partial<Cell>, readonly number[]])[],
  part: Partial<TrialResult> = {},
): TrialResult[] {
  return cells.flatMap(([cell, figures], place) =>
    figures.map((throughputRps, index) =>
      makeResult(`${place}-${index}`, {
        index: 100 * place + index,
        cell: makeCell({ users: 200, ...cell }),
        repetition: index + 1,
        throughputRps,
        ...part,
      }),
    ),
  );
}
