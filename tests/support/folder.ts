import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder for a test. */
export function makeFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'wirebench-')));
}

/** Removes a folder made by {@link makeFolder}. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
