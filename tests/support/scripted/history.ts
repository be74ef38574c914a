import { randomUUID } from 'node:crypto';
import type { Annotation, HistoryQuery, RunSummary } from '../../../contracts/history.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { fold, searchWords } from '../../../engine/store/search.ts';
import type { ScriptedState } from '../scripted-state.ts';

interface HistoryOptions {
  /** Makes the history fail, as with a damaged database. */
  readonly brokenHistory?: boolean;
}

const includesAll = <T>(wanted: readonly T[], has: readonly T[]) =>
  wanted.every((one) => has.includes(one));
const oneOf = <T>(wanted: readonly T[], has: readonly T[]) =>
  wanted.length === 0 || wanted.some((one) => has.includes(one));

function matches(run: RunSummary, query: HistoryQuery): boolean {
  const { id, name, note, tags, protocols, status, verdict } = run;
  const text = fold([id, name, note, ...tags, ...protocols, status, verdict].join('\n'));
  return (
    searchWords(query.text).every((word) => text.includes(word)) &&
    oneOf(query.protocols, protocols) &&
    oneOf(query.statuses, [status]) &&
    oneOf(query.verdicts, [verdict]) &&
    includesAll(query.tags, tags) &&
    (query.from === null || run.startedAt >= query.from) &&
    (query.to === null || run.startedAt < query.to) &&
    (!query.pinnedOnly || run.pinned)
  );
}

const keys: Partial<Record<HistoryQuery['sort'], (run: RunSummary) => string | number>> = {
  name: ({ name }) => name,
  status: ({ status }) => status,
  cells: ({ cells }) => cells,
  trials: ({ trialsDone }) => trialsDone,
};

function inOrder(runs: RunSummary[], { sort, descending }: HistoryQuery): RunSummary[] {
  const key = keys[sort] ?? ((run: RunSummary) => run.startedAt);
  const sign = descending ? -1 : 1;
  return runs.toSorted(
    (a, b) => Number(b.pinned) - Number(a.pinned) || sign * (key(a) < key(b) ? -1 : 1),
  );
}

function countTags(runs: readonly RunSummary[]) {
  const counts = new Map<string, number>();
  for (const tag of runs.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => ({ tag, runs: count }));
}

/** The `history` part of the scripted engine. */
export function scriptedHistory(
  { history }: ContractImplementer,
  state: ScriptedState,
  { brokenHistory = false }: HistoryOptions = {},
) {
  const marks = new Map<string, Annotation[]>();
  const change = (runId: string, part: Partial<RunSummary>) => {
    const run = state.runs.get(runId);
    if (run) run.summary = { ...run.summary, ...part };
    return {};
  };
  return {
    search: history.search.handler(({ input, errors }) => {
      if (brokenHistory) {
        throw errors.FAILED({
          data: { code: 'STORE_CORRUPT', message: 'The database is damaged.' },
        });
      }
      const all = state.summaries();
      const found = inOrder(
        all.filter((run) => matches(run, input)),
        input,
      );
      return {
        runs: found.slice(input.offset, input.offset + input.limit),
        matching: found.length,
        total: all.length,
        tags: countTags(all),
      };
    }),
    outcome: history.outcome.handler(({ input }) => state.outcome(input.runId)),
    setTags: history.setTags.handler(({ input }) => change(input.runId, { tags: input.tags })),
    setNote: history.setNote.handler(({ input }) => change(input.runId, { note: input.note })),
    setPinned: history.setPinned.handler(({ input: { runId, pinned } }) =>
      change(runId, { pinned }),
    ),
    annotations: history.annotations.handler(({ input }) => marks.get(input.runId) ?? []),
    annotate: history.annotate.handler(({ input: { runId, ...mark } }) => {
      const made = { ...mark, id: randomUUID(), madeAt: new Date().toISOString() };
      marks.set(runId, [...(marks.get(runId) ?? []), made]);
      return made;
    }),
    removeAnnotation: history.removeAnnotation.handler(({ input }) => {
      const left = (marks.get(input.runId) ?? []).filter(({ id }) => id !== input.id);
      marks.set(input.runId, left);
      return {};
    }),
    exportRunFile: history.exportRunFile.handler(async function* ({ input }) {
      const bytes = Buffer.from('scripted');
      yield { type: 'head' as const, name: `${input.runId}.wbrun`, bytes: bytes.length };
      yield { type: 'part' as const, base64: bytes.toString('base64') };
    }),
    beginImport: history.beginImport.handler(() => ({ uploadId: 'scripted' })),
    importPart: history.importPart.handler(() => ({})),
    finishImport: history.finishImport.handler(({ errors }) => {
      throw errors.FAILED({
        data: { code: 'RUN_FILE_UNREADABLE', message: 'The file does not contain a Wirebench run' },
      });
    }),
  };
}
