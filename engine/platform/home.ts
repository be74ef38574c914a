import { join, resolve } from 'node:path';
import envPaths from 'env-paths';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { keepFolderPrivate, makeFolders } from './private-files.ts';

/** The folder that was chosen, or the platform's data folder for Wirebench. */
function homePath(chosen = process.env.WIREBENCH_HOME): string {
  return chosen ? resolve(chosen) : envPaths('wirebench', { suffix: '' }).data;
}

/**
 * The data folder: database, certificates, settings. It is created on demand and
 * readable by its owner only, since it contains private keys.
 * @param chosen instead of the one that `WIREBENCH_HOME` names.
 * @returns an absolute path.
 * @throws WirebenchError STORE_WRITE_FAILED when the folder cannot be created.
 */
export function stateHome(chosen?: string): string {
  const path = homePath(chosen);
  try {
    makeFolders(path, 0o700);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WirebenchError('STORE_WRITE_FAILED', `Cannot create the folder ${path}: ${reason}`, {
      cause,
      hint: 'Set WIREBENCH_HOME to a writable folder.',
    });
  }
  return path;
}

/** The name of the database in the data folder. */
export const databaseName = 'wirebench.db';

/** Path of the database in the data folder; creates nothing. */
export function databasePath(chosen?: string): string {
  return join(homePath(chosen), databaseName);
}

/** Makes the data folder accessible to its owner only. @returns a sentence when that is not possible, or null. */
export function closeHome(home: string): string | null {
  return keepFolderPrivate(home, (name) => name === databaseName || name === 'tls');
}
