import { valueAt } from '../../contracts/experiment/path.ts';
import type { OpenedFile } from '../../contracts/shell.ts';
import { askWhich } from '../components/askWhich.tsx';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { readText } from '../document/edit.ts';
import {
  experiment,
  filesNear,
  isDirty,
  type Origin,
  useExperiment,
} from '../document/experimentStore.ts';
import { navigate } from '../navigation/navigation.ts';
import { queryClient } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { saveInCollection } from './collectionFile.ts';
import { experimentName, newExperimentText, suggestedFileName } from './newExperiment.ts';

/** Offers to save unsaved changes before they are lost. @returns whether to continue. */
export async function confirmLosingChanges(): Promise<boolean> {
  const state = useExperiment.getState();
  if (!isDirty(state)) return true;
  const answer = await askWhich({
    title: 'Unsaved changes',
    text: `“${experimentName(state.text) ?? state.origin.name}” has changes that are not saved.`,
    choices: [
      { value: 'keep', label: 'Keep editing' },
      { value: 'discard', label: 'Discard changes', tone: 'danger' },
      { value: 'save', label: 'Save', tone: 'usual' },
    ],
  });
  if (answer === 'save') await saveFile();
  return answer === 'discard' || (answer === 'save' && !isDirty(useExperiment.getState()));
}

function refreshRecent(): void {
  void queryClient.invalidateQueries({ queryKey: ['recent'] });
}

/** Replaces the open experiment; asks first if changes would be lost. @returns whether it was replaced. */
export async function replaceExperiment(text: string, origin: Origin): Promise<boolean> {
  if (!(await confirmLosingChanges())) return false;
  experiment.load(text, origin);
  refreshRecent();
  navigate({ view: 'experiment' });
  return true;
}

/** Accepts a file that was opened, dropped or passed in by the system. */
export async function openText(file: OpenedFile): Promise<void> {
  await replaceExperiment(file.text, { kind: 'file', name: file.name, path: file.path });
}

export async function newExperiment(): Promise<void> {
  await replaceExperiment(newExperimentText, { kind: 'new', name: 'Untitled' });
}

export async function openFile(): Promise<void> {
  try {
    const file = await shell.openFile();
    if (file) await openText(file);
  } catch (error) {
    notifyError(error, 'The file could not be opened');
  }
}

export async function openRecent(path: string): Promise<void> {
  try {
    const file = await shell.openRecent(path);
    if (file) await openText(file);
  } catch (error) {
    notifyError(error, 'The file could not be opened');
  }
}

/** Saves the open experiment where it came from; with `ask`, asks for a new place anyway. */
export async function saveFile(ask = false): Promise<void> {
  const { text, origin } = useExperiment.getState();
  if (origin.kind === 'library' && !ask) return saveInCollection();
  const path = origin.kind === 'file' && !ask ? origin.path : null;
  try {
    const saved = await shell.saveFile({
      suggestedName:
        origin.kind === 'file' || origin.kind === 'library' ? origin.name : suggestedFileName(text),
      path,
      mediaType: 'application/yaml',
      content: text,
    });
    if (!saved) return;
    experiment.saved(text, { kind: 'file', name: saved.name, path: saved.path });
    refreshRecent();
    const { filesOf } = filesNear(origin);
    const namesFiles = filesOf !== undefined && valueAt(readText(text).data, ['service']);
    notifyDone(
      namesFiles
        ? `Saved ${saved.name}. “Save to collection” also copies the files that the run kept.`
        : `Saved ${saved.name}`,
    );
  } catch (error) {
    notifyError(error, 'The file could not be saved');
  }
}
