import { readFile, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { messageOf, WirebenchError } from '../contracts/errors.ts';
import type { OpenedRunFile } from '../contracts/shell.ts';

/** Limit for a run file; a run of thousands of trials stays far below it. */
export const maxRunFileBytes = 256 * 1024 * 1024;
const runFileSuffix = '.wbrun';

export function isRunFilePath(path: string): boolean {
  return extname(path).toLowerCase() === runFileSuffix;
}

/** The run files among command-line arguments, as absolute paths. */
export function runFileArguments(args: readonly string[], workingDirectory: string): string[] {
  return args
    .filter((argument) => !argument.startsWith('-') && isRunFilePath(argument))
    .map((argument) => (isAbsolute(argument) ? argument : resolve(workingDirectory, argument)));
}

/**
 * The bytes of a run file, which the engine validates.
 * @throws WirebenchError ARGUMENT_INVALID when it cannot be read or is too large.
 */
export async function openedRunFile(path: string): Promise<OpenedRunFile> {
  try {
    const { size } = await stat(path);
    if (size > maxRunFileBytes) {
      throw new Error(`it has ${size} bytes; the limit is ${maxRunFileBytes}`);
    }
    return { name: basename(path), content: new Uint8Array(await readFile(path)) };
  } catch (cause) {
    const why = messageOf(cause);
    throw new WirebenchError('ARGUMENT_INVALID', `Cannot open ${path}: ${why}`, { cause });
  }
}
