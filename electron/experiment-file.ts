import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { messageOf, WirebenchError } from '../contracts/errors.ts';
import { movedExperimentPath } from '../contracts/moved-experiments.ts';
import type { OpenedFile } from '../contracts/shell.ts';

/** Limit for an experiment file; the engine has the same. */
const maxBytes = 5_000_000;
const extensions = ['.yaml', '.yml', '.json'];

export function isExperimentPath(path: string): boolean {
  return extensions.includes(extname(path).toLowerCase());
}

/**
 * The experiment files among command-line arguments, as absolute paths.
 * @param workingDirectory what relative paths are relative to.
 */
export function experimentArguments(args: readonly string[], workingDirectory: string): string[] {
  return args
    .filter((argument) => !argument.startsWith('-') && isExperimentPath(argument))
    .map((argument) => (isAbsolute(argument) ? argument : resolve(workingDirectory, argument)));
}

/**
 * Built-in experiments are also found under former paths; the result has the current path.
 * @throws WirebenchError EXPERIMENT_UNREADABLE
 */
export async function openExperimentFile(named: string): Promise<OpenedFile & { path: string }> {
  const path = existsSync(named) ? named : (movedExperimentPath(named) ?? named);
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`it has ${size} bytes; the limit is ${maxBytes}`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    return { path, name: basename(path), text };
  } catch (cause) {
    throw new WirebenchError('EXPERIMENT_UNREADABLE', `Cannot open ${path}: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Writes a file atomically: a crash leaves the old or the new one.
 * @throws WirebenchError EXPORT_FAILED
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.part`;
  try {
    await writeFile(fresh, content);
    await rename(fresh, path);
  } catch (cause) {
    await rm(fresh, { force: true });
    throw new WirebenchError('EXPORT_FAILED', `Cannot write ${path}: ${messageOf(cause)}`, {
      cause,
    });
  }
}
