import { WirebenchError } from '../../../contracts/errors.ts';
import type { RunSummary } from '../../../contracts/history.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { publishedOfRun } from '../../published/compare.ts';
import { lastRuns, studyOverviews } from '../../published/overview.ts';
import { publishedTable } from '../../published/tables.ts';
import type { ContractImplementer } from '../parts.ts';

/** Maximum number of runs searched for the last one of an experiment. */
const maxRuns = 1000;

/** The runs to compare. */
export interface PublishedSources {
  /** @throws WirebenchError RUN_NOT_FOUND */
  document(runId: string): ResultDocument;
  /** Newest first. */
  runs(limit: number): readonly RunSummary[];
}

/** The `published` part of the engine's API. */
export function publishedCalls(api: ContractImplementer, { document, runs }: PublishedSources) {
  return {
    studies: api.published.studies.handler(() =>
      studyOverviews(lastRuns(runs(maxRuns), (runId) => publishedOfRun(document(runId)))),
    ),
    table: api.published.table.handler(({ input: { study, id } }) => {
      const found = publishedTable(study, id);
      if (found) return found;
      throw new WirebenchError('ARGUMENT_INVALID', `The study ${study} has no table ${id}.`);
    }),
    compare: api.published.compare.handler(({ input }) => publishedOfRun(document(input.runId))),
  };
}
