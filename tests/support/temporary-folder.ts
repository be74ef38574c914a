import { onTestFinished } from 'vitest';
import { makeFolder, removeFolder } from './folder.ts';

/** A fresh folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}
