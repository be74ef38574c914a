import { readFile } from 'node:fs/promises';
import { isAbsolute, join, normalize, posix, sep } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';

/** The files that an experiment names, by paths relative to it with `/` between their parts. */
export interface NamedFiles {
  /** @returns null when there is no such file. @throws WirebenchError SERVICE_INVALID when it cannot be read. */
  read(path: string): Promise<Buffer | null>;
}

/** Larger descriptions are nobody's, and would take the engine's memory. */
const mostBytes = 64 * 1024 * 1024;

/** Whether a path leads out of the experiment's folder. */
function leadsOut(path: string): boolean {
  return isAbsolute(path) || /^[A-Za-z]:/.test(path) || normalize(path).split(sep)[0] === '..';
}

/** The files in a folder; nothing outside of it is read. */
export function filesIn(folder: string): NamedFiles {
  return {
    read: async (path) => {
      if (leadsOut(path)) {
        throw new WirebenchError(
          'SERVICE_INVALID',
          `${path} is outside of the experiment’s folder: put it beside the experiment file`,
        );
      }
      try {
        const bytes = await readFile(join(folder, path));
        if (bytes.length <= mostBytes) return bytes;
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
        const message = `${path} cannot be read: ${messageOf(cause)}`;
        throw new WirebenchError('SERVICE_INVALID', message, { cause });
      }
      throw new WirebenchError('SERVICE_INVALID', `${path} is larger than ${mostBytes} bytes`);
    },
  };
}

/** For an experiment that was not read from a file. */
export const noFiles: NamedFiles = { read: async () => null };

/** Joins parts of a path below the experiment's folder; `.` and `..` are resolved. */
export function joinPath(...parts: readonly string[]): string {
  return posix.normalize(posix.join(...parts.map((part) => part.replaceAll('\\', '/'))));
}

/** The folder of a file. */
export function parentFolder(path: string): string {
  return posix.dirname(path);
}
