import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';
import { movedExperimentPath } from '../../contracts/moved-experiments.ts';

/**
 * Reads an experiment file; `-` is stdin. Built-in ones are found under paths that they once had.
 * @throws WirebenchError EXPERIMENT_UNREADABLE.
 */
export async function readExperimentFile(file: string): Promise<string> {
  const moved = existsSync(file) ? null : movedExperimentPath(file);
  try {
    return file === '-' ? await text(process.stdin) : await readFile(moved ?? file, 'utf8');
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WirebenchError('EXPERIMENT_UNREADABLE', `Cannot read ${file}: ${reason}`, { cause });
  }
}

/** The folder that the files are relative to which an experiment file names; for stdin the current one. */
export function folderOf(file: string): string {
  return file === '-' ? process.cwd() : dirname(resolve(file));
}

/** Problems as compilers write them, `file:line:column: path: message`, so that editors find the place. */
export function describeProblems(file: string, problems: readonly Problem[]): string {
  return problems
    .map(({ line, column, path, message }) =>
      [`${file}:${line}:${column}`, ...(path ? [path] : []), message].join(': '),
    )
    .map((line) => `${line}\n`)
    .join('');
}
