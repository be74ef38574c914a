import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../engine/store/store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A path for a database in a folder that is removed when the test ends. */
export const databaseFile = () => join(temporaryFolder(), 'wirebench.db');

/** A history that is closed when the test ends, by default an empty one. */
export function openedStore(file = databaseFile(), options: { now?: () => Date } = {}): Store {
  const store = openStore(file, options);
  onTestFinished(() => store.close());
  return store;
}
