import { expect } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { publishedComparisonSchema } from '../../contracts/published.ts';
import type { StudyName } from '../../contracts/studies.ts';
import { publishedOfRun } from '../../engine/published/compare.ts';
import { buildDocument } from '../../engine/report/document.ts';
import { makeCell, makeHead, makeResult } from './records.ts';

/** A cell of a run that is compared. */
export interface ComparedCell {
  readonly cell: Partial<Cell>;
  /** Throughput of each trial. */
  readonly rps: readonly number[];
  readonly part?: Partial<TrialResult>;
}

interface Changes {
  readonly target?: string;
  readonly load?: string;
  readonly repetitions?: string;
}

/** A run of an experiment that names published tables, with a trial for each throughput of each cell. */
export function compared(
  study: StudyName,
  tables: readonly string[],
  workload: string,
  cells: readonly ComparedCell[],
  { target = 'bundled', load = 'requests: 1000', repetitions = '1' }: Changes = {},
) {
  const experiment = `wirebench: 1
name: Test
study: {name: ${study}, tables: [${tables.join(', ')}]}
workload: ${workload}
target: ${target}
factors: {protocol: [rest]}
load: {model: closed, ${load}}
repetitions: ${repetitions}
`;
  const trials = cells.flatMap(({ cell, rps, part }) =>
    rps.map((throughputRps, index) =>
      makeResult(`${JSON.stringify(cell)}-${index}`, {
        cell: makeCell(cell),
        repetition: index + 1,
        throughputRps,
        ...part,
      }),
    ),
  );
  const found = publishedOfRun(buildDocument(makeHead({ id: 'run', experiment }), trials));
  if (!found) throw new Error('the experiment names no tables');
  expect(publishedComparisonSchema.parse(found)).toEqual(found);
  return found;
}
