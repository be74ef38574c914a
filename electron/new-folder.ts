import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, WirebenchError } from '../contracts/errors.ts';
import { isPlainFileName, type SaveFolderRequest } from '../contracts/shell.ts';

const maxTries = 1000;

/** Makes a name valid on every system: other characters become hyphens. */
export function folderName(wished: string): string {
  const plain = wished
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_. -]+/g, '-')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    .replaceAll(/[. ]+$/g, '');
  return isPlainFileName(plain.replaceAll(' ', '_')) ? plain : 'Wirebench export';
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/** Creates a new folder: `name 2`, `name 3` … if the name is taken. */
async function makeNew(parent: string, name: string): Promise<string> {
  for (let count = 1; count <= maxTries; count++) {
    const path = join(parent, count === 1 ? name : `${name} ${count}`);
    try {
      await mkdir(path);
      return path;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new Error(`${parent} has ${maxTries} folders of this name`);
}

/**
 * Writes files into a new folder, so that nothing is overwritten. A folder that could not be
 * filled is removed.
 * @returns the path of the folder.
 * @throws WirebenchError EXPORT_FAILED, also for a name that is not a plain one.
 */
export async function writeNewFolder(parent: string, request: SaveFolderRequest): Promise<string> {
  const wrong = request.files.find(({ name }) => !isPlainFileName(name));
  if (wrong) throw new WirebenchError('EXPORT_FAILED', `${wrong.name} is not a plain file name`);
  let made: string | null = null;
  try {
    made = await makeNew(parent, folderName(request.suggestedName));
    for (const { name, content } of request.files) {
      await writeFile(join(made, name), content, { flag: 'wx' });
    }
    return made;
  } catch (cause) {
    if (made !== null) await rm(made, { recursive: true, force: true });
    const why = messageOf(cause);
    throw new WirebenchError('EXPORT_FAILED', `Cannot write into ${parent}: ${why}`, { cause });
  }
}
