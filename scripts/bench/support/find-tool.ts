import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../../engine/platform/version.ts';

/**
 * Finds a program in the folder that WIREBENCH_BENCH_TOOLS names, among the development
 * dependencies, or on PATH. @returns undefined if it is not found.
 */
export function findTool(name: string): string | undefined {
  const folders = [
    process.env.WIREBENCH_BENCH_TOOLS,
    join(packageRoot(), 'node_modules', '.bin'),
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
  ];
  return folders
    .filter((folder): folder is string => folder !== undefined && folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
