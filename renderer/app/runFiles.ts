import { create } from 'zustand';
import type { OpenedRunFile } from '../../contracts/shell.ts';
import { notifyError } from '../components/notify.tsx';
import { shell } from '../transport/shell.ts';
import { navigate } from './navigation.ts';

/** A run file that was chosen or handed over by the system, until the History view takes it. */
export const useArrivedRunFile = create<{ readonly file: OpenedRunFile | null }>(() => ({
  file: null,
}));

/** Shows the History view, which imports the file. */
export function offerRunFile(file: OpenedRunFile): void {
  useArrivedRunFile.setState({ file });
  navigate({ view: 'history' });
}

/** Asks for a run file to import. */
export async function chooseRunFile(): Promise<void> {
  try {
    const file = await shell.openRunFile();
    if (file) offerRunFile(file);
  } catch (error) {
    notifyError(error, 'The run file was not opened');
  }
}
