import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResultDocument } from '../../contracts/result.ts';
import type { RunFileRun } from '../../contracts/run-file.ts';
import { orderedRun } from '../../engine/report/comparisons.ts';
import { analyseCrossovers } from '../../engine/report/crossover.ts';
import { findingOf } from '../../engine/report/finding/finding.ts';
import { findSaturation } from '../../engine/report/saturation.ts';
import { makeHead } from './records.ts';
import { readWholeRun } from './run-files.ts';
import type { Run } from './runs-of-all-kinds.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');

/** Real runs of every kind, by the names of their files. */
export async function storedRuns(): Promise<Run[]> {
  const folders = [join(fixtures, 'v0.1.0/runs'), join(fixtures, 'runs')];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.wbrun'))
      .map((name) => ({ name, path: join(folder, name) })),
  );
  return Promise.all(
    files.map(async ({ name, path }) => ({
      name,
      document: documentOf(await readWholeRun(readFileSync(path))),
    })),
  );
}

/** The product's document, without the slow parts that no finding needs. */
function documentOf({ trials: kept, ...run }: RunFileRun): ResultDocument {
  const { id, name, status, startedAt, endedAt, environment, experiment, warnings } = run;
  const about = { id, name, status, startedAt, endedAt, environment, experiment, warnings };
  const head = makeHead({ ...about, plannedTrials: kept.length });
  const trials = kept.flatMap(({ result }) => result ?? []).sort((a, b) => a.index - b.index);
  const byHand = kept.flatMap(({ id, saturation }) =>
    saturation === null ? [] : [[id, saturation] as const],
  );
  const ordered = orderedRun(experiment, trials);
  const saturation = findSaturation(trials, new Map(byHand))
    .map(({ isRamp: _, ...found }) => ({ ...found, knee: null, usl: null }))
    .sort((a, b) => ordered.order.compare(a.cell, b.cell));
  const cells = ordered.cells.map((one) => ({
    cell: one.cell,
    trials: one.trials.length,
    ...{ throughputRps: 0, meanMs: 0, p95Ms: 0, errorShare: 0 },
  }));
  return {
    format: 'wirebench-result/1',
    run: head,
    trials,
    analysis: {
      ...{ cells, comparisons: [], saturation, clientTax: [], useCases: [] },
      crossovers: analyseCrossovers(trials, ordered.order),
      finding: findingOf(head, ordered, saturation).finding,
    },
  };
}
