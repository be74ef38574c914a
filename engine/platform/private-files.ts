import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../contracts/errors.ts';

const ofOthers = 0o077;
const hasRights = process.platform !== 'win32';

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/**
 * Creates a folder and its missing parents. Node’s own way loops below folders that refuse children
 * with ENOENT, as `/proc` does.
 * @throws Error of the system.
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolders(dirname(path), mode);
    mkdirSync(path, { mode });
  }
}

/**
 * Removes other users' rights from a file or folder.
 * @returns a sentence when that is not possible.
 */
export function keepPrivate(path: string): string | null {
  const found = hasRights ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!found || (found.mode & ofOthers) === 0) return null;
  try {
    chmodSync(path, found.mode & 0o700);
    // Some file systems have no permissions and ignore the call.
    if ((statSync(path).mode & ofOthers) === 0) return null;
    return stillOpen(path, 'its disk does not support permissions');
  } catch (error) {
    return stillOpen(path, messageOf(error));
  }
}

/**
 * The same for the data folder. A folder that contains other things, such as one named by mistake, is left
 * unchanged.
 * @param isOwn whether a name belongs to Wirebench.
 */
export function keepFolderPrivate(path: string, isOwn: (name: string) => boolean): string | null {
  const found = hasRights ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!found || (found.mode & ofOthers) === 0) return null;
  const names = readdirSync(path);
  if (names.length === 0 || names.some(isOwn)) return keepPrivate(path);
  return stillOpen(path, 'it contains other things than the data of Wirebench');
}

function stillOpen(path: string, why: string): string {
  return `Other users of this computer may read what is in ${path}: ${why}.`;
}
