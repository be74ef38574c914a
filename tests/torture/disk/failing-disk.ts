import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../../contracts/errors.ts';

const source = fileURLToPath(new URL('./failing-disk.c', import.meta.url));

/** A disk under the database of one program, which fails on command. */
export interface FailingDisk {
  readonly env: NodeJS.ProcessEnv;
  become(how: 'well' | 'failing' | 'slow'): void;
}

/** Builds the library that makes writes fail. @returns its path. @throws Error without a compiler, or without Linux. */
export function buildFailingDisk(folder: string): string {
  if (process.platform !== 'linux') throw new Error('it needs LD_PRELOAD');
  const library = join(folder, 'failing-disk.so');
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'], {
      stdio: 'pipe',
    });
  } catch (error) {
    throw new Error(`it needs a C compiler: ${messageOf(error)}`);
  }
  return library;
}

export function failingDisk(library: string, folder: string): FailingDisk {
  const control = join(folder, 'disk');
  writeFileSync(control, 'w');
  return {
    env: { LD_PRELOAD: library, FAILING_DISK: control },
    become: (how) => writeFileSync(control, how.slice(0, 1)),
  };
}
