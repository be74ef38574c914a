import type { CollectionText } from '../../contracts/collection.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { confirm } from '../components/confirm.ts';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { experiment, filesNear, type Origin, useExperiment } from '../document/experimentStore.ts';
import { engine, queryClient } from '../transport/engine.ts';
import { describeError } from '../transport/errors.ts';
import { suggestedFileName } from './newExperiment.ts';

/** Origin of a text of the collection, for the editor. */
export function collectionOrigin({
  id,
  revision,
}: Pick<CollectionText, 'id' | 'revision'>): Origin {
  return { kind: 'library', name: id, revision };
}

function saved(text: string, written: CollectionText): void {
  experiment.saved(text, collectionOrigin(written));
  void queryClient.invalidateQueries({ queryKey: ['collection'] });
  notifyDone(`Saved ${written.id} in the collection`);
}

/** Adds the open experiment to the user's folder under a new name; one from a run comes with the files that the run kept. */
export async function saveCopyInCollection(): Promise<void> {
  const { text, origin } = useExperiment.getState();
  const { filesOf } = filesNear(origin);
  try {
    const written = await engine.collection.create({
      wish: suggestedFileName(text),
      text,
      filesOf,
    });
    saved(text, written);
    if (written.notCopied.length > 0) notifyNotCopied(written.notCopied);
  } catch (error) {
    notifyError(error, 'The experiment could not be saved');
  }
}

function notifyNotCopied(files: readonly string[]): void {
  notifyError(
    new WirebenchError(
      'SERVICE_INVALID',
      `${files.join(', ')}: the run kept no copy, or the folder of your experiments has another file of that name.`,
      { hint: 'Put the right files there before you run the experiment.' },
    ),
    'Some files were not copied',
  );
}

/** Saves the open experiment of the collection; asks if the file was changed elsewhere. */
export async function saveInCollection(overwrite = false): Promise<void> {
  const { text, origin } = useExperiment.getState();
  if (origin.kind !== 'library') return;
  const { name: id, revision } = origin;
  try {
    saved(text, await engine.collection.save({ id, text, revision, overwrite }));
  } catch (error) {
    if (describeError(error).code !== 'LIBRARY_CHANGED') {
      notifyError(error, 'The experiment could not be saved');
    } else if (await mayOverwrite(id)) await saveInCollection(true);
    else notifyDone('Nothing was written. To keep your version, use “Save as” or another name');
  }
}

function mayOverwrite(id: string): Promise<boolean> {
  return confirm({
    title: 'The file has changed',
    children: `Another program or window changed or removed “${id}” after it was opened here. Overwriting it discards that change.`,
    confirm: 'Overwrite',
    cancel: 'Keep the file',
    danger: true,
  });
}
