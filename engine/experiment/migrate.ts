import { experimentVersion } from '../../contracts/experiment/experiment.ts';
import { describeValue } from './wording.ts';

/** Migrates the data of a file from one version to the next. Receives a copy and may change it. */
export type FileMigration = (file: Record<string, unknown>) => Record<string, unknown>;

/** `migrations[n]` migrates version n to n + 1. A new version adds one entry and nothing else. */
export const fileMigrations: Readonly<Record<number, FileMigration>> = {};

export type Migrated =
  | { readonly ok: true; readonly file: Record<string, unknown>; readonly from: number }
  | { readonly ok: false; readonly newer: boolean; readonly message: string };

/**
 * Migrates a file to the current version, step by step.
 * @param file plain data of the file, with its version under `wirebench`.
 */
export function migrateFile(
  file: Readonly<Record<string, unknown>>,
  steps: Readonly<Record<number, FileMigration>> = fileMigrations,
  current: number = experimentVersion,
): Migrated {
  const from = file.wirebench;
  if (from === undefined) return unusable(`"wirebench" is missing: ${expected(current)}`);
  if (typeof from !== 'number' || !Number.isInteger(from) || from < 1) {
    return unusable(`${expected(current)}, got ${describeValue(from)}`);
  }
  if (from > current) {
    const message = `this file was written by a newer Wirebench: it has version ${from} of the file format, and this one reads up to ${current}`;
    return { ok: false, newer: true, message };
  }
  let migrated = structuredClone({ ...file });
  for (let version = from; version < current; version++) {
    const step = steps[version];
    if (!step) return unusable(`version ${from} of the file format is no longer read`);
    migrated = { ...step(migrated), wirebench: version + 1 };
  }
  return { ok: true, file: migrated, from };
}

function unusable(message: string): Migrated {
  return { ok: false, newer: false, message };
}

function expected(current: number): string {
  return `expected "wirebench: ${current}", the version of the file format`;
}
