import { type RunSummary, runSummarySchema } from '../../contracts/history.ts';
import { checkStored, parseStored } from './stored.ts';

/** The columns of `runs` that a line of the history is made of. */
export const summaryColumns = `
  id, name, status, started_at AS startedAt, ended_at AS endedAt, cells,
  trials_done AS trialsDone, trials_planned AS trialsPlanned, protocols, verdict,
  tags, note, pinned, imported_at AS importedAt`;

export interface SummaryRow {
  id: string;
  protocols: string;
  tags: string;
  pinned: number;
  importedAt: string | null;
}

/** @throws WirebenchError STORE_CORRUPT when a column holds what it may not. */
export function toSummary({ importedAt, ...row }: SummaryRow): RunSummary {
  const what = `run ${row.id}`;
  const { protocols, tags } = runSummarySchema.shape;
  const told = {
    ...row,
    protocols: parseStored(protocols, row.protocols, what),
    tags: parseStored(tags, row.tags, what),
    pinned: row.pinned === 1,
    imported: importedAt !== null,
  };
  return checkStored(runSummarySchema, told, what);
}
