import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';

/** Reads an experiment file; `-` is stdin. @throws WirebenchError EXPERIMENT_UNREADABLE. */
export async function readExperimentFile(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WirebenchError('EXPERIMENT_UNREADABLE', `Cannot read ${file}: ${reason}`, { cause });
  }
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
