import { existsSync, renameSync } from 'node:fs';
import { WirebenchError } from '../../contracts/errors.ts';

export type AsideReason = 'damaged' | 'newer';

/**
 * Renames a database, with its `-wal` and `-shm`, so that a new one can replace it and
 * nothing is lost.
 * @returns the new path of the database.
 * @throws WirebenchError STORE_CORRUPT or STORE_NEWER when it cannot be renamed.
 */
export function setAside(file: string, reason: AsideReason, now: Date): string {
  const target = unusedName(`${file}.${reason}-${stamp(now)}`);
  try {
    renameAll(file, target);
  } catch (error) {
    throw new WirebenchError(
      reason === 'newer' ? 'STORE_NEWER' : 'STORE_CORRUPT',
      `${file} ${describe[reason]} and cannot be moved aside: ${(error as Error).message}`,
      { cause: error, hint: 'Move it elsewhere, or choose another folder with WIREBENCH_HOME.' },
    );
  }
  return target;
}

/** Renames the database and its companions: all of them, or none when one cannot be renamed. */
function renameAll(file: string, target: string): void {
  const suffixes = ['', '-wal', '-shm'].filter((suffix) => existsSync(file + suffix));
  const done: string[] = [];
  try {
    for (const suffix of suffixes) {
      renameSync(file + suffix, target + suffix);
      done.push(suffix);
    }
  } catch (error) {
    for (const suffix of done) renameSync(target + suffix, file + suffix);
    throw error;
  }
}

const describe: Record<AsideReason, string> = {
  damaged: 'is damaged',
  newer: 'was written by a newer Wirebench',
};

/** Sentence about it for the user. */
export function asideNotice(file: string, target: string, reason: AsideReason): string {
  const saving =
    reason === 'damaged' ? ` To save what can be saved: wirebench doctor --db ${target}` : '';
  return `The database ${file} ${describe[reason]}; it was kept as ${target} and a new one was created.${saving}`;
}

/** `2026-11-21T08-30-00`: to the second, without the colons that Windows forbids in names. */
export function stamp(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(':', '-');
}

export function unusedName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`;
  return name;
}
