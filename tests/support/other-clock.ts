import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../contracts/errors.ts';

const source = fileURLToPath(new URL('other-clock.c', import.meta.url));

/** A monotonic clock that differs from that of this machine, for processes started with `env`. */
export interface OtherClock {
  readonly env: NodeJS.ProcessEnv;
  /** Its reading, to the nanosecond, when that of this machine is `at`. */
  readingAt(at: bigint): bigint;
}

/** Builds the library that gives single processes another clock. @returns its path, or why it is unavailable. */
export function buildOtherClock(folder: string): { library: string } | { missing: string } {
  if (process.platform !== 'linux') return { missing: 'another clock needs LD_PRELOAD' };
  const library = join(folder, 'other-clock.so');
  try {
    const words = ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl', '-lpthread'];
    execFileSync('cc', words, { stdio: 'pipe' });
    return { library };
  } catch (error) {
    return { missing: `another clock needs a C compiler: ${messageOf(error)}` };
  }
}

/** @param offsetNs how far ahead it is now. @param ppm how much faster it is, in parts per million. */
export function otherClock(library: string, offsetNs: bigint, ppm: bigint): OtherClock {
  const base = process.hrtime.bigint();
  return {
    env: { LD_PRELOAD: library, OTHER_CLOCK: `${base} ${offsetNs} ${ppm}` },
    readingAt: (at) => at + offsetNs + ((at - base) * ppm) / 1_000_000n,
  };
}
