import { createHash } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { KeptFile } from '../store/handover.ts';
import { filesIn, isInside, leadsOut } from './files.ts';

const gunzipAsync = promisify(gunzip);

/**
 * Copies the files that a run kept into a folder, next to an experiment that is saved there. Existing files are not
 * changed, and nothing is written outside of the folder.
 * @returns the paths of those that differ from the run's: it kept no copy, or another file has the name.
 */
export async function copyKeptFiles(kept: readonly KeptFile[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const left: string[] = [];
  for (const file of kept) if (!(await isThere(file, folder))) left.push(file.path);
  return left;
}

async function isThere(file: KeptFile, folder: string): Promise<boolean> {
  const { path, gzip } = file;
  if (!isInside(path)) return false;
  try {
    if (gzip !== null) {
      const place = join(folder, path);
      // A link may point anywhere.
      if (leadsOut(relative(await realpath(folder), await nearest(dirname(place))))) return false;
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, await gunzipAsync(gzip), { flag: 'wx' });
      return true;
    }
  } catch {
    // If it cannot be written, it may exist unchanged.
  }
  return isSame(file, folder);
}

/** The innermost existing folder of a path, with links resolved. */
const nearest = (folder: string): Promise<string> =>
  realpath(folder).catch(() => nearest(dirname(folder)));

async function isSame({ path, sha256 }: KeptFile, folder: string): Promise<boolean> {
  try {
    const bytes = await filesIn(folder).read(path);
    return bytes !== null && createHash('sha256').update(bytes).digest('hex') === sha256;
  } catch {
    // An unreadable file counts as different.
    return false;
  }
}
