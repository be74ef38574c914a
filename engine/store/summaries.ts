import { type RunSummary, runSummarySchema } from '../../contracts/history.ts';
import { protocols as allProtocols } from '../../contracts/words.ts';
import { checkStored, parseStored } from './stored.ts';

/** The columns of `runs` in a line of the history. */
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

/** @throws WirebenchError STORE_CORRUPT when a column has an invalid value. */
export function toSummary({ importedAt, ...row }: SummaryRow): RunSummary {
  const what = `run ${row.id}`;
  const { protocols, tags } = runSummarySchema.shape;
  const used = parseStored(protocols, row.protocols, what);
  const summary = {
    ...row,
    // In the order of all lists: trials are in a random one.
    protocols: allProtocols.filter((one) => used.includes(one)),
    tags: parseStored(tags, row.tags, what),
    pinned: row.pinned === 1,
    imported: importedAt !== null,
  };
  return checkStored(runSummarySchema, summary, what);
}
