import type { CollectionEntry, CollectionText } from '../../contracts/collection.ts';
import { valueAt } from '../../contracts/experiment/path.ts';
import { attempt } from '../components/attempt.ts';
import { notifyDone, notifyUndo } from '../components/notify.tsx';
import { readText, setValue } from '../document/edit.ts';
import { experiment, isDirty, type Origin, useExperiment } from '../document/experimentStore.ts';
import { engine } from '../transport/engine.ts';
import { collectionOrigin } from './collectionFile.ts';
import { replaceExperiment } from './fileActions.ts';
import { suggestedFileName } from './newExperiment.ts';
import { startRun } from './startRun.tsx';

/** Every query about the collection. */
const collection = ['collection'] as const;

/** Cache key of the collection. */
export const collectionKey = ['collection', 'list'] as const;

type EntryKey = Pick<CollectionEntry, 'id' | 'kind'>;
type NamedEntry = Pick<CollectionEntry, 'id' | 'kind' | 'name'>;

const read = ({ kind, id }: EntryKey) => engine.collection.read({ kind, id });

/** Opens an experiment in the editor. */
export async function openEntry(entry: NamedEntry): Promise<void> {
  await attempt(
    'The experiment could not be opened',
    async () => {
      const found = await read(entry);
      const origin: Origin =
        entry.kind === 'own' ? collectionOrigin(found) : { kind: 'built-in', name: entry.name };
      await replaceExperiment(found.text, origin);
    },
    collection,
  );
}

/** Runs an experiment as it is stored, without opening it. */
export async function runEntry(entry: EntryKey): Promise<void> {
  await attempt(
    'The experiment could not be run',
    async () => startRun((await read(entry)).text),
    collection,
  );
}

/** Copies an experiment into the user's folder; its name marks it as a copy. */
export async function duplicateEntry(entry: CollectionEntry): Promise<void> {
  await attempt(
    'The experiment could not be copied',
    async () => {
      const { text } = await read(entry);
      const named = entry.kind === 'own' ? withName(text, `${entry.name} (copy)`) : text;
      const copy = await engine.collection.create({ wish: suggestedFileName(named), text: named });
      notifyDone(`Copied to ${copy.id}`);
    },
    collection,
  );
}

/** The text with a new name of the experiment; comments and order stay. */
function withName(text: string, name: string): string {
  const { data, syntaxError } = readText(text);
  if (syntaxError !== null || valueAt(data, ['name']) === undefined) return text;
  return setValue(text, ['name'], name.slice(0, 200));
}

/** Renames the experiment and its file. @returns whether it succeeded. */
export function renameEntry(entry: CollectionEntry, name: string, file: string): Promise<boolean> {
  return attempt(
    'The experiment could not be renamed',
    async () => {
      const before = await read(entry);
      const text = withName(before.text, name);
      if (file !== entry.id) await engine.collection.rename({ id: entry.id, to: file });
      const { revision } = before;
      const after = await engine.collection.save({ id: file, text, revision });
      followRename(entry.id, after);
    },
    collection,
  );
}

/** Keeps the editor on the file under its new name. */
function followRename(id: string, after: CollectionText): void {
  const state = useExperiment.getState();
  if (state.origin.kind !== 'library' || state.origin.name !== id) return;
  if (isDirty(state)) experiment.saved(after.text, collectionOrigin(after));
  else experiment.load(after.text, collectionOrigin(after));
}

/** Moves an experiment to the trash and offers to restore it. */
export async function removeEntry({ id, name }: CollectionEntry): Promise<void> {
  await attempt(
    'The experiment could not be deleted',
    async () => {
      const { trashId } = await engine.collection.remove({ id });
      notifyUndo(`Deleted “${name}”`, () => restoreEntry(trashId));
    },
    collection,
  );
}

async function restoreEntry(trashId: string): Promise<void> {
  await attempt(
    'The experiment could not be restored',
    () => engine.collection.restore({ trashId }),
    collection,
  );
}
