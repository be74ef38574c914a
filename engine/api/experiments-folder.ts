import { join } from 'node:path';
import type { Settings } from '../../contracts/settings.ts';

/** Absolute path of the folder of the user's experiment files. */
export function experimentsFolder(home: string, settings: Settings): string {
  return settings.experimentsFolder ?? join(home, 'experiments');
}
