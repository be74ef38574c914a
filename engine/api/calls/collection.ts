import { ExperimentCollection } from '../../collection/collection.ts';
import { previewExperiment } from '../../collection/preview.ts';
import { copyKeptFiles } from '../../own-service/copied-files.ts';
import type { KeptFile } from '../../store/handover.ts';
import { experimentsFolder } from '../experiments-folder.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `library` part of the engine's API. */
export function collectionCalls(api: ContractImplementer, { home, store }: RouterParts) {
  let library: ExperimentCollection | null = null;
  // The user may name another folder at any time.
  const current = () => {
    const folder = experimentsFolder(home, store.settings());
    if (library?.folder !== folder) library = new ExperimentCollection(folder);
    return library;
  };
  return {
    ...experimentCollectionCalls(api, current, store.keptFiles),
    preview: api.library.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}

/** The calls that need nothing but a folder, and the files that runs have kept. */
export function experimentCollectionCalls(
  api: ContractImplementer,
  library: () => ExperimentCollection,
  keptFiles: (runId: string) => readonly KeptFile[],
) {
  return {
    list: api.library.list.handler(() => library().list()),
    read: api.library.read.handler(({ input }) => library().read(input.kind, input.id)),
    save: api.library.save.handler(({ input }) =>
      library().save(input.id, input.text, input.revision, input.overwrite),
    ),
    create: api.library.create.handler(async ({ input: { wish, text, filesOf } }) => {
      const kept = filesOf === undefined ? [] : keptFiles(filesOf);
      const created = library().create(wish, text);
      return { ...created, notCopied: await copyKeptFiles(kept, library().folder) };
    }),
    rename: api.library.rename.handler(({ input }) => library().rename(input.id, input.to)),
    remove: api.library.remove.handler(({ input }) => library().remove(input.id)),
    restore: api.library.restore.handler(({ input }) => library().restore(input.trashId)),
  };
}
