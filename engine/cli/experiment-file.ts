import { createReadStream, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { Problem } from '../../contracts/experiment/cell.ts';
import { movedExperimentPath } from '../../contracts/moved-experiments.ts';
import type { Engine } from '../api/engine.ts';
import { maxFileLength } from '../experiment/document.ts';
import { parseOverride } from '../experiment/overrides.ts';
import { readExperiment } from '../experiment/read.ts';
import { surroundings } from './surroundings.ts';

/** Read from files of any length: enough to see that they are too long. */
const maxBytes = 4 * maxFileLength;

async function textOf(content: AsyncIterable<Buffer | string>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of content) {
    const piece = Buffer.from(part);
    parts.push(piece);
    bytes += piece.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Reads an experiment file; `-` is stdin. Built-in ones are also found by former paths.
 * @throws WirebenchError EXPERIMENT_UNREADABLE.
 */
export async function readExperimentFile(file: string): Promise<string> {
  const moved = existsSync(file) ? null : movedExperimentPath(file);
  try {
    return await textOf(file === '-' ? surroundings().stdin : createReadStream(moved ?? file));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WirebenchError('EXPERIMENT_UNREADABLE', `Cannot read ${file}: ${reason}`, { cause });
  }
}

/** An experiment to run. */
export interface MeasuredFile {
  readonly text: string;
  /** Folder of the files that it names. */
  readonly folder: string;
  /** The run whose copies of these files are used. */
  readonly filesOf?: string;
}

/** The folder that an experiment file's paths are relative to; for stdin the current one. */
export function folderOf(file: string): string {
  return file === '-' ? process.cwd() : dirname(resolve(file));
}

/** Problems in the format of compilers, `file:line:column: path: message`, which editors understand. */
export function describeProblems(file: string, problems: readonly Problem[]): string {
  return problems
    .map(({ line, column, path, message }) =>
      [`${file}:${line}:${column}`, ...(path ? [path] : []), message].join(': '),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/**
 * Reads an experiment file with the overrides of a command; problems go to stderr.
 * @param set values of `--set`.
 * @returns null when it cannot be run. @throws WirebenchError EXPERIMENT_UNREADABLE, OVERRIDE_INVALID
 */
export async function readToRun(
  file: string,
  set: readonly string[],
): Promise<MeasuredFile | null> {
  const text = overridden(await readExperimentFile(file), file, set);
  return text === null ? null : { text, folder: folderOf(file) };
}

/** Reads an experiment with the overrides of a command; problems go to stderr, as in `name`. */
function overridden(text: string, name: string, set: readonly string[]): string | null {
  const read = readExperiment(text, { overrides: set.map(parseOverride) });
  if (read.ok) return read.source;
  surroundings().stderr.write(describeProblems(name, read.problems));
  return null;
}

/** The same for the experiment of a stored run, with its stored files. @throws WirebenchError RUN_NOT_FOUND */
export async function readToRunAgain(
  engine: Engine,
  run: string,
  set: readonly string[],
): Promise<MeasuredFile | null> {
  const filesOf = engine.resolveRunId(run);
  const { run: stored } = await engine.client.runs.get({ runId: filesOf });
  const text = overridden(stored.experiment, filesOf, set);
  return text === null ? null : { text, folder: process.cwd(), filesOf };
}
