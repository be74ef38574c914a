import type { OpenedFile } from '../../contracts/shell.ts';
import { confirm } from '../components/confirm.ts';
import { notifyDone, notifyError } from '../components/notify.tsx';
import { experiment, isDirty, type Origin, useExperiment } from '../document/experimentStore.ts';
import { navigate } from '../navigation/navigation.ts';
import { queryClient } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { saveInLibrary } from './libraryFile.ts';
import { newExperimentText, suggestedFileName } from './newExperiment.ts';

/** Asks before unsaved changes are lost. @returns whether to go on. */
export function confirmLosingChanges(): Promise<boolean> {
  const state = useExperiment.getState();
  if (!isDirty(state)) return Promise.resolve(true);
  return confirm({
    title: 'Unsaved changes',
    children: `“${state.origin.name}” has unsaved changes. They will be lost.`,
    confirm: 'Discard changes',
    cancel: 'Keep editing',
    danger: true,
  });
}

function refreshRecent(): void {
  void queryClient.invalidateQueries({ queryKey: ['recent'] });
}

/** Replaces the open experiment, after asking where changes would be lost. */
export async function replaceExperiment(text: string, origin: Origin): Promise<void> {
  if (!(await confirmLosingChanges())) return;
  experiment.load(text, origin);
  refreshRecent();
  navigate({ view: 'experiment' });
}

/** Takes a file that was opened, dropped or handed over by the system. */
export function openText(file: OpenedFile): Promise<void> {
  return replaceExperiment(file.text, { kind: 'file', name: file.name, path: file.path });
}

export function newExperiment(): Promise<void> {
  return replaceExperiment(newExperimentText, { kind: 'new', name: 'Untitled' });
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

/** Saves the open experiment where it came from; `ask` for a new place even if there is one. */
export async function saveFile(ask = false): Promise<void> {
  const { text, origin } = useExperiment.getState();
  if (origin.kind === 'library' && !ask) return saveInLibrary();
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
    notifyDone(`Saved ${saved.name}`);
  } catch (error) {
    notifyError(error, 'The file could not be saved');
  }
}
