import { ExperimentCollection } from '../../collection/collection.ts';
import { previewExperiment } from '../../collection/preview.ts';
import { copyKeptFiles } from '../../own-service/copied-files.ts';
import type { KeptFile } from '../../store/handover.ts';
import { experimentsFolder } from '../experiments-folder.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `collection` part of the engine's API. */
export function collectionCalls(api: ContractImplementer, { home, store }: RouterParts) {
  let collection: ExperimentCollection | null = null;
  // The user can choose another folder at any time.
  const current = () => {
    const folder = experimentsFolder(home, store.settings());
    if (collection?.folder !== folder) collection = new ExperimentCollection(folder);
    return collection;
  };
  return {
    ...experimentCollectionCalls(api, current, store.keptFiles),
    preview: api.collection.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}

/** The calls that need only a folder, and the files that runs have kept. */
function experimentCollectionCalls(
  api: ContractImplementer,
  collection: () => ExperimentCollection,
  keptFiles: (runId: string) => readonly KeptFile[],
) {
  return {
    list: api.collection.list.handler(() => collection().list()),
    read: api.collection.read.handler(({ input }) => collection().read(input.kind, input.id)),
    save: api.collection.save.handler(({ input }) =>
      collection().save(input.id, input.text, input.revision, input.overwrite),
    ),
    create: api.collection.create.handler(async ({ input: { wish, text, filesOf } }) => {
      const kept = filesOf === undefined ? [] : keptFiles(filesOf);
      const created = collection().create(wish, text);
      return { ...created, notCopied: await copyKeptFiles(kept, collection().folder) };
    }),
    rename: api.collection.rename.handler(({ input }) => collection().rename(input.id, input.to)),
    remove: api.collection.remove.handler(({ input }) => collection().remove(input.id)),
    restore: api.collection.restore.handler(({ input }) => collection().restore(input.trashId)),
  };
}
