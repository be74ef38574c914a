import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import { messageOf, WirebenchError } from '../contracts/errors.ts';
import { movedExperimentPath } from '../contracts/moved-experiments.ts';
import type { OpenedFile } from '../contracts/shell.ts';

/** More than this is no experiment; the engine takes no more either. */
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
 * Built-in experiments are found under paths that they once had; the path of the result is today's.
 * @throws WirebenchError EXPERIMENT_UNREADABLE
 */
export async function openExperimentFile(named: string): Promise<OpenedFile & { path: string }> {
  const path = existsSync(named) ? named : (movedExperimentPath(named) ?? named);
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are read`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    return { path, name: basename(path), text };
  } catch (cause) {
    throw new WirebenchError('EXPERIMENT_UNREADABLE', `Cannot open ${path}: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Writes a file as a whole: after a crash there is the old one or the new one.
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
