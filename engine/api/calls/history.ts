import { type RunFilePart, runFilePartBytes } from '../../../contracts/run-file.ts';
import { RunFileReader } from '../../report/run-file/in-process.ts';
import { Uploads } from '../../report/run-file/uploads.ts';
import { type WrittenRunFile, writeRunFile } from '../../report/run-file/write.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';
import { RunOutcomes } from '../run-outcomes.ts';

/** The `history` part of the engine's API. */
export function historyCalls({ history }: ContractImplementer, { store, database }: RouterParts) {
  const uploads = new Uploads();
  const reader = new RunFileReader(database);
  const outcomes = new RunOutcomes(store);
  const done = {};
  return {
    search: history.search.handler(({ input }) => store.searchRuns(input)),
    outcome: history.outcome.handler(({ input }) => outcomes.of(input.runId)),
    setTags: history.setTags.handler(({ input }) => {
      store.setTags(input.runId, input.tags);
      return done;
    }),
    setNote: history.setNote.handler(({ input }) => {
      store.setNote(input.runId, input.note);
      return done;
    }),
    setPinned: history.setPinned.handler(({ input }) => {
      store.setPinned(input.runId, input.pinned);
      return done;
    }),
    annotations: history.annotations.handler(({ input }) => store.annotations(input.runId)),
    annotate: history.annotate.handler(({ input: { runId, ...mark } }) =>
      store.annotate(runId, mark),
    ),
    removeAnnotation: history.removeAnnotation.handler(({ input }) => {
      store.removeAnnotation(input.runId, input.id);
      return done;
    }),
    exportRunFile: history.exportRunFile.handler(async ({ input }) =>
      partsOf(await writeRunFile(store.openRun(input.runId))),
    ),
    beginImport: history.beginImport.handler(({ input }) => ({
      uploadId: uploads.begin(input.bytes),
    })),
    importPart: history.importPart.handler(({ input }) => {
      uploads.add(input.uploadId, Buffer.from(input.base64, 'base64'));
      return done;
    }),
    finishImport: history.finishImport.handler(async ({ input }) =>
      reader.take(uploads.finish(input.uploadId)),
    ),
  };
}

async function* partsOf({ name, chunks }: WrittenRunFile): AsyncGenerator<RunFilePart> {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  yield { type: 'head', name, bytes };
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += runFilePartBytes) {
      const part = chunk.subarray(at, at + runFilePartBytes);
      yield { type: 'part', base64: Buffer.from(part).toString('base64') };
    }
  }
}
