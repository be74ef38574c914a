import { ExperimentLibrary } from '../../library/library.ts';
import { previewExperiment } from '../../library/preview.ts';
import { experimentsFolder } from '../experiments-folder.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `library` part of the engine's API. */
export function libraryCalls(api: ContractImplementer, { home, store }: RouterParts) {
  let library: ExperimentLibrary | null = null;
  // The user may name another folder at any time.
  const current = () => {
    const folder = experimentsFolder(home, store.settings());
    if (library?.folder !== folder) library = new ExperimentLibrary(folder);
    return library;
  };
  return {
    ...experimentLibraryCalls(api, current),
    preview: api.library.preview.handler(({ input }) => previewExperiment(store, input.text)),
  };
}

/** The calls that need nothing but a folder. */
export function experimentLibraryCalls(api: ContractImplementer, library: () => ExperimentLibrary) {
  return {
    list: api.library.list.handler(() => library().list()),
    read: api.library.read.handler(({ input }) => library().read(input.kind, input.id)),
    save: api.library.save.handler(({ input }) =>
      library().save(input.id, input.text, input.revision, input.overwrite),
    ),
    create: api.library.create.handler(({ input }) => library().create(input.wish, input.text)),
    rename: api.library.rename.handler(({ input }) => library().rename(input.id, input.to)),
    remove: api.library.remove.handler(({ input }) => library().remove(input.id)),
    restore: api.library.restore.handler(({ input }) => library().restore(input.trashId)),
  };
}
