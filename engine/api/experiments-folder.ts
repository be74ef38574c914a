import { join } from 'node:path';
import type { Settings } from '../../contracts/settings.ts';

/** Where the user's experiment files lie, absolute. */
export function experimentsFolder(home: string, settings: Settings): string {
  return settings.experimentsFolder ?? join(home, 'experiments');
}
