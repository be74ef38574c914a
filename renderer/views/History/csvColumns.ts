import type { RunSummary } from '../../../contracts/history.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { secondsOf } from './runTimes.ts';

/** What the history says of each run when it is saved as CSV. */
export const csvColumns: readonly DataColumn<RunSummary>[] = [
  { id: 'name', header: 'Name', value: (run) => run.name },
  { id: 'started', header: 'Started', value: (run) => run.startedAt },
  { id: 'duration', header: 'Duration', unit: 's', value: secondsOf },
  { id: 'status', header: 'Status', value: (run) => run.status },
  { id: 'protocols', header: 'Protocols', value: (run) => run.protocols.join(' ') },
  { id: 'cells', header: 'Cells', value: (run) => run.cells },
  { id: 'trials', header: 'Trials', value: (run) => run.trialsDone },
  { id: 'planned', header: 'Trials planned', value: (run) => run.trialsPlanned },
  { id: 'verdict', header: 'Figures', value: (run) => run.verdict },
  { id: 'tags', header: 'Tags', value: (run) => run.tags.join(', ') },
  { id: 'note', header: 'Note', value: (run) => run.note },
  { id: 'pinned', header: 'Pinned', value: (run) => (run.pinned ? 'yes' : 'no') },
  { id: 'imported', header: 'Imported', value: (run) => (run.imported ? 'yes' : 'no') },
  { id: 'id', header: 'Id', value: (run) => run.id },
];
